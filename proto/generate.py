"""Generate `arena/v1/` from the contract, or check that it is in step with it.

python proto/generate.py            write arena/v1
python proto/generate.py --check    compare only; exit 1 when a file differs
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"


def generate(target: Path) -> None:
    """Write the generated Python, stubs included, below ``target``."""
    files = sorted(str(path.relative_to(PROTO)) for path in PROTO.glob("arena/v1/*.proto"))
    services = [name for name in files if "\nservice " in (PROTO / name).read_text()]
    plugins = [f"--plugin={name}={Path(sys.executable).with_name(name)}" for name in ("protoc-gen-mypy", "protoc-gen-mypy_grpc")]
    protoc = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *plugins]
    subprocess.run([*protoc, f"--python_out={target}", f"--mypy_out=quiet:{target}", *files], check=True)
    subprocess.run([*protoc, f"--grpc_python_out={target}", f"--mypy_grpc_out=quiet:{target}", *services], check=True)


def differing() -> list[str]:
    """Names of generated files that are missing, stray or not what the contract gives."""
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        fresh = {path.name: path.read_bytes() for path in Path(folder, "arena/v1").glob("*.py*")}
    kept = {path.name: path.read_bytes() for path in (ROOT / "arena/v1").glob("*.py*") if path.name != "__init__.py"}
    return sorted(name for name in fresh.keys() | kept.keys() if fresh.get(name) != kept.get(name))


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare only")
    if not parser.parse_args().check:
        generate(ROOT)
        return 0
    wrong = differing()
    if wrong:
        print(f"arena/v1 is not what proto/ gives: {', '.join(wrong)}; run `make proto`", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
