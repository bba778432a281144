"""Creates a virtual environment with pinned packages, once.

usage: make_python_environment.py CACHE NAME REQUIREMENTS

The environment is CACHE/NAME. Prints the path of uv. Exits with 3 if an environment or PyPI is not available here.
Any number of processes can ask for the same environment at once: the first one creates it, and the others wait.
"""

import contextlib
import fcntl
import pathlib
import re
import shutil
import subprocess
import sys

UV = "0.13.9"
UNAVAILABLE = 3
CONNECTION_FAILURE = re.compile(r"connection broken by|error sending request|Failed to fetch|timed out")


def run(program, *arguments):
    """Runs a program, and exits if it fails."""
    result = subprocess.run([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode == 0:
        return
    if CONNECTION_FAILURE.search(result.stdout):
        unavailable("PyPI is not reachable", result.stdout)
    sys.exit(f"{program} {' '.join(map(str, arguments))} failed:\n{result.stdout}")


def unavailable(reason, output):
    print(f"{reason}: {output.strip().splitlines()[-1]}")
    sys.exit(UNAVAILABLE)


@contextlib.contextmanager
def locked(file):
    """Holds a lock that the operating system releases if this process is killed."""
    with open(file, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install_uv(cache):
    folder = cache / f"uv-{UV}"
    uv = folder / "bin" / "uv"
    if (folder / "complete").exists():
        return uv
    with locked(cache / f"uv-{UV}.lock"):
        if not (folder / "complete").exists():
            arguments = [sys.executable, "-m", "venv", "--clear", folder]
            venv = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if venv.returncode != 0:
                unavailable("this Python has no venv module", venv.stdout)
            run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-deps", f"uv=={UV}")
            (folder / "complete").touch()
    return uv


def main(cache, name, requirements):
    cache.mkdir(parents=True, exist_ok=True)
    uv = install_uv(cache)
    environment = cache / name
    with locked(cache / f"{name}.lock"):
        if not (environment / "complete").exists():
            # Left by a process that was killed.
            shutil.rmtree(environment, ignore_errors=True)
            run(uv, "venv", "--python", sys.executable, environment)
            run(uv, "pip", "sync", "--python", environment / "bin" / "python", requirements)
            (environment / "complete").touch()
    print(uv)


main(pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3]))
