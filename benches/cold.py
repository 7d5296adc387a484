"""Times a program against a plain one: cold.py PLAIN PROGRAM [ARGUMENT …]. See cold.sh."""

import os
import statistics
import subprocess
import sys
import time

RUNS = 200
LIMIT = 3.0


def run(command):
    """Milliseconds from spawn to exit."""
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=ACTIONS)
    _, status = os.waitpid(process, 0)
    took = (time.perf_counter() - start) * 1000
    if status != 0:
        sys.exit(f"{' '.join(command)} ended with status {status}")
    return took


NULL = os.open(os.devnull, os.O_WRONLY)
ACTIONS = [(os.POSIX_SPAWN_DUP2, NULL, 1)]


def main():
    plain, program = [sys.argv[1]], sys.argv[2:]
    check = subprocess.run(program, stdout=subprocess.PIPE, check=True, text=True)
    if not check.stdout.strip():
        sys.exit("the program printed nothing")
    times = {"plain": [], "dosic": []}
    for _ in range(RUNS):
        times["plain"].append(run(plain))
        times["dosic"].append(run(program))
    print("| program | min | median | p95 |")
    print("|---|---:|---:|---:|")
    for name, taken in times.items():
        taken.sort()
        p95 = taken[len(taken) * 95 // 100]
        print(f"| {name} | {taken[0]:.2f} ms | {statistics.median(taken):.2f} ms | {p95:.2f} ms |")
    ratio = statistics.median(times["dosic"]) / statistics.median(times["plain"])
    best = times["dosic"][0] / times["plain"][0]
    print(f"\nmedian {ratio:.2f} × the plain program (minimum {best:.2f} ×), {RUNS} runs each")
    if ratio > LIMIT:
        sys.exit(f"more than {LIMIT} × the plain program")


main()
