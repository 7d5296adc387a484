//! The worked example of semantics digest 4.12, on the interpreter: schools, students, courses, enrolments.

use dosic_ir::{DatasetId, TypedId};
use dosic_runtime::interpreter::{Data, Table, Value};
use dosic_tests::equivalence::{Texts, interpreted_rows};

const MODEL: &str = "
version: 0.2.0.dev0
semantic_model:
- name: school
  datasets:
  - name: schools
    source: schools
    primary_key: [id]
    fields: [{name: id, expression: id}, {name: city, expression: city}]
  - name: students
    source: students
    primary_key: [id]
    fields: [{name: id, expression: id}, {name: fee, expression: fee}]
  - name: courses
    source: courses
    primary_key: [id]
    fields: [{name: id, expression: id}, {name: lvl, expression: lvl}, {name: cost, expression: cost}]
  - name: enrolments
    source: enrolments
    fields: [{name: student_id, expression: student_id}]
  relationships:
  - {name: attends, from: students, to: schools, from_columns: [school_id], to_columns: [id]}
  - {name: who, from: enrolments, to: students, from_columns: [student_id], to_columns: [id]}
  - {name: what, from: enrolments, to: courses, from_columns: [course_id], to_columns: [id]}
";

/// Integers, texts in quotes, NULL; a line a row.
fn table(columns: &[&str], rows: &str) -> Table {
    let value = |cell: &str| match cell {
        "NULL" => Value::Null,
        cell => cell
            .parse()
            .map_or_else(|_| Value::String(cell.to_owned()), Value::Integer),
    };
    Table {
        columns: columns.iter().map(|c| (*c).to_owned()).collect(),
        rows: rows
            .split("; ")
            .map(|row| row.split(' ').map(value).collect())
            .collect(),
    }
}

fn data() -> Data {
    let tables = [
        table(&["id", "city"], "A Oslo; B Oslo; C Bergen"),
        table(
            &["id", "school_id", "fee"],
            "1 A 10; 2 A 20; 3 B 30; 4 NULL 40",
        ),
        table(&["id", "lvl", "cost"], "x low 5; y low 7; z high 9"),
        // Student 9 does not exist.
        table(&["student_id", "course_id"], "1 x; 1 y; 2 x; 3 z; 9 z"),
    ];
    let ids = (0..).map(DatasetId::from_index);
    ids.zip(tables).collect()
}

fn rows(query: &str) -> String {
    let texts = Texts {
        strict: true,
        untyped: false,
        model: MODEL.to_owned(),
        query: query.to_owned(),
    };
    match interpreted_rows(&texts, &data()) {
        Ok(rows) => rows.replace(" | ", " ").replace('\n', "; "),
        Err(code) => code.to_owned(),
    }
}

#[test]
fn the_rows_are_those_of_the_digest() {
    for (query, expected) in [
        (
            "{dimensions: [courses.lvl], measures: [SUM(students.fee), AVG(students.fee)]}",
            "'high' 30 30; 'low' 30 15; NULL 40 40",
        ),
        (
            "{dimensions: [schools.city], measures: [SUM(courses.cost)]}",
            "'Oslo' 21; NULL 9",
        ),
        (
            "{dimensions: [schools.city], measures: [SUM(students.fee), SUM(courses.cost)]}",
            "'Oslo' 60 21; NULL 40 9",
        ),
        (
            "{dimensions: [schools.city], measures: [COUNT(enrolments.student_id), COUNT(students.id), COUNT(schools.id)]}",
            "'Bergen' 0 0 1; 'Oslo' 4 3 2; NULL 1 1 0",
        ),
        (
            "{measures: [SUM(students.fee)], where: courses.lvl = 'low'}",
            "30",
        ),
        (
            "{measures: [SUM(students.fee)], where: courses.lvl <> 'low'}",
            "30",
        ),
        (
            "{measures: [SUM(students.fee)], where: courses.lvl IS NULL}",
            "40",
        ),
        (
            "{dimensions: [schools.city], measures: [SUM(students.fee) / COUNT(courses.id)]}",
            "'Oslo' 20; NULL 40",
        ),
        ("{dimensions: [schools.city]}", "'Bergen'; 'Oslo'"),
        (
            "{dimensions: [schools.city, courses.lvl]}",
            "'Oslo' 'high'; 'Oslo' 'low'; NULL 'high'",
        ),
        (
            "{dimensions: [schools.city], measures: [COUNT(*)]}",
            "'Bergen' 1; 'Oslo' 2",
        ),
        (
            "{fields: [schools.city, students.id]}",
            "'Oslo' 1; 'Oslo' 2; 'Oslo' 3; NULL 4",
        ),
        (
            "{measures: [SUM(students.fee * courses.cost)]}",
            "E_AMBIGUOUS_MEASURE_GRAIN",
        ),
        (
            "{fields: [courses.lvl, students.id]}",
            "E_FAN_OUT_IN_SCALAR_QUERY",
        ),
    ] {
        assert_eq!(rows(query), expected, "{query}");
    }
}
