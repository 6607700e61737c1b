"""What the README shows is true: its commands exist and its code runs."""

import re
from pathlib import Path

from tests.typed import typed

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_the_code_in_the_readme_runs_and_prints_what_it_says(capsys) -> None:  # type: ignore[no-untyped-def]
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(block, names)
    printed = capsys.readouterr().out
    assert "Settled(seat=1, hand=0, wager='blackjack'" in printed
    assert "'wager': 'hat_trick', 'edge': " in printed
    sampled, exact = names["sampled"], names["exact"]
    assert f"{sampled['war'].edge} {exact['war'].edge}" in printed  # type: ignore[index]


def test_every_command_in_the_readme_exists() -> None:
    shell = "\n".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
    commands = set(re.findall(r"^houseway (\w+)", shell, re.MULTILINE))
    assert commands >= {"games", "rules", "play", "simulate", "count"}
    groups = {"house", "staff", "audit", "rng"}  # with commands of their own
    for line in re.findall(r"^houseway .*", shell, re.MULTILINE):
        _, command, *rest = line.split()
        words = [command, rest[0]] if command in groups else [command]
        done = typed(*words, "--help")
        assert done.returncode == 0, done.stderr
        for flag in re.findall(r"--[a-z]+", line.partition("#")[0]):
            assert flag in done.stdout, line


def test_every_make_target_in_the_docs_exists() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z-]+)\b", re.sub(r"and make\b", "", README)))
    assert {"run", "test", "bench", "lock"} <= named <= targets


def test_files_named_in_the_docs_exist() -> None:
    for page in ("README.md", "ARCHITECTURE.md"):
        for link in re.findall(r"\]\(([\w/.-]+)\)", (ROOT / page).read_text()):
            assert (ROOT / link).exists(), link


def test_no_host_name_or_machine_path_is_in_the_repository() -> None:
    places = [ROOT / name for name in ("src", "tests", "benchmarks", "docs", ".ci")]
    files = [
        path
        for place in places
        for path in place.rglob("*")
        if path.is_file() and not {"__pycache__", "_build"} & set(path.parts)
    ]
    files += [path for path in ROOT.iterdir() if path.is_file()]
    assert len(files) > 100
    for path in files:
        if path != Path(__file__):
            held = path.read_bytes()
            for forbidden in (b"pypi.org", b"pythonhosted", b"npmjs", b"/root/", b"/work/", b"/home/"):
                assert forbidden not in held, f"{path.name} names {forbidden.decode()}"
