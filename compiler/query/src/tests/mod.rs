//! Whole requests against a small shop, resolved or refused.

mod aggregation;
mod having_order;
mod metrics;
mod reading;
mod render;
mod scalar;
mod shop;
mod windows;
