"""What ./play bench can run: the modules and packages of benchmarks/ that are programs."""

from __future__ import annotations

import sys

from requirements.environment import ROOT, say


def known() -> dict[str, str]:
    """List the benchmarks by name, each with the first line that it says of itself."""
    import ast  # here, because other commands need not wait for it

    folder = ROOT / "benchmarks"
    sources = {path.stem: path.read_text("utf-8") for path in folder.glob("*.py")}
    for path in folder.glob("*/__main__.py"):
        sources[path.parent.name] = path.read_text("utf-8")
    programs = {name: text for name, text in sorted(sources.items()) if "__main__" in text}
    said = {name: ast.get_docstring(ast.parse(text)) or "" for name, text in programs.items()}
    return {name: text.partition("\n")[0] for name, text in said.items()}


def explain(names: list[str]) -> int:
    """List the benchmarks; a name that is none of them is said to be so."""
    if names and not names[0].startswith("-"):
        say(f"there is no benchmark {names[0]!r}. There are: {', '.join(known())}.")
        return 2
    print("Benchmarks; options follow the name:\n")
    sys.stdout.writelines(f"  {name:<12}{said}\n" for name, said in known().items())
    return 0


def epilog(play: str) -> str:
    """Say what ./play can do in a checkout beside the program's commands, as click takes it."""
    return (
        "\b\nIn a checkout, too:\n"
        f"  {play} test [WORD]...  Lint, types and tests; the words are for pytest.\n"
        f"  {play} bench NAME      Measure: {', '.join(known())}."
    )
