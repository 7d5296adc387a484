#!/usr/bin/env python3
"""Sets TPC-DS up for the official Ossie example model, whose sources are `tpcds.public.TABLE`.

    pip install duckdb==1.5.6 'psycopg[binary]'
    python setup.py --generate 0.01 --duckdb tpcds.duckdb            # DuckDB's own generator (needs its extension)
    python setup.py --parquet DIR --duckdb tpcds.duckdb              # from TABLE.parquet files
    python setup.py --parquet DIR --postgres postgresql://user@host  # creates the database `tpcds` there

DuckDB: a file called `tpcds.duckdb` is the database `tpcds`; the tables go into its schema `public`.
Postgres: a database called `tpcds`, tables in schema `public`. Existing tables are replaced.
"""
import argparse
import pathlib

import duckdb

# What DuckDB calls a type, where Postgres calls it otherwise.
POSTGRES_TYPES = {"VARCHAR": "text", "DOUBLE": "double precision", "TINYINT": "smallint", "HUGEINT": "numeric"}


def tables(args):
    """Opens a DuckDB that holds the tables in its main schema, and gives it with their names."""
    con = duckdb.connect()
    if args.generate is not None:
        con.execute("INSTALL tpcds; LOAD tpcds")
        con.execute(f"CALL dsdgen(sf = {float(args.generate)})")
        names = [row[0] for row in con.execute("SHOW TABLES").fetchall()]
    else:
        files = sorted(pathlib.Path(args.parquet).glob("*.parquet"))
        if not files:
            raise SystemExit(f"{args.parquet}: no *.parquet files there")
        names = [f.stem for f in files]
        for f in files:
            con.execute(f"CREATE VIEW \"{f.stem}\" AS SELECT * FROM read_parquet('{str(f).replace(chr(39), chr(39) * 2)}')")
    return con, names


def to_duckdb(con, names, path):
    path = pathlib.Path(path)
    if path.stem != "tpcds":
        raise SystemExit(f"{path}: the file must be called tpcds.duckdb, since its name is the database's name")
    con.execute(f"ATTACH '{path}' AS tpcds")
    con.execute("CREATE SCHEMA IF NOT EXISTS tpcds.public")
    for name in names:
        con.execute(f'CREATE OR REPLACE TABLE tpcds.public."{name}" AS SELECT * FROM "{name}"')
    con.execute("DETACH tpcds")
    print(f"{path}: {len(names)} tables in schema public")


def to_postgres(con, names, url):
    import psycopg

    with psycopg.connect(url, autocommit=True) as server:
        if not server.execute("SELECT 1 FROM pg_database WHERE datname = 'tpcds'").fetchone():
            server.execute("CREATE DATABASE tpcds")
    with psycopg.connect(url, dbname="tpcds") as server:
        for name in names:
            described = con.execute(f'DESCRIBE "{name}"').fetchall()
            columns = ", ".join(f'"{c[0]}" {POSTGRES_TYPES.get(c[1], c[1])}' for c in described)
            server.execute(f'DROP TABLE IF EXISTS "{name}"')
            server.execute(f'CREATE TABLE "{name}" ({columns})')
            rows = con.execute(f'SELECT * FROM "{name}"')
            with server.cursor().copy(f'COPY "{name}" FROM STDIN') as copy:
                while batch := rows.fetchmany(5000):
                    for row in batch:
                        copy.write_row(row)
    print(f"postgres: database tpcds with {len(names)} tables")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--parquet", metavar="DIR", help="folder of TABLE.parquet files")
    source.add_argument("--generate", metavar="SF", type=float, help="scale factor for DuckDB's generator")
    parser.add_argument("--duckdb", metavar="FILE", help="tpcds.duckdb to write")
    parser.add_argument("--postgres", metavar="URL", help="server to write to")
    args = parser.parse_args()
    if not args.duckdb and not args.postgres:
        parser.error("say where to: --duckdb FILE, --postgres URL, or both")
    con, names = tables(args)
    if args.duckdb:
        to_duckdb(con, names, args.duckdb)
    if args.postgres:
        to_postgres(con, names, args.postgres)


if __name__ == "__main__":
    main()
