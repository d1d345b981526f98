"""Makes a catalogue for DocC from the pages, which are plain Markdown in the repository.

    doccatalog.py CATALOGUE NEW_CATALOGUE SYMBOL_GRAPH

Links between pages become DocC's (`doc:Name`), pictures are copied into the new catalogue, and links to other files of the
repository lose their target. With exit code 1 it prints the public declarations that have no comment.
"""

import json
import pathlib
import re
import shutil
import sys


def anchor(page: pathlib.Path, fragment: str) -> str:
    """DocC's fragment for a heading of a page. Unlike Markdown's fragment it keeps capital letters."""
    if not fragment:
        return ""
    headings = re.findall(r"(?m)^#+ (.*)$", page.read_text())
    known = {heading.lower().replace(" ", "-"): heading.replace(" ", "-") for heading in headings}
    return "#" + known[fragment]


def converted(text: str, page: pathlib.Path, target: pathlib.Path) -> str:
    """A page's text with DocC's links; its pictures are copied into the target folder."""

    def link(match: re.Match) -> str:
        is_picture, title, address = match[1] == "!", match[2], match[3]
        if re.match(r"[a-z]+:", address):
            return match[0]
        name, _, fragment = address.partition("#")
        if is_picture:
            picture = (page.parent / name).resolve()
            shutil.copy(picture, target / picture.name)
            return f"![{title or picture.stem}]({picture.name})"
        if name and not (name.endswith(".md") and "/" not in name):
            return title
        linked = page.parent / name if name else page
        return f"[{title}](doc:{linked.stem}{anchor(linked, fragment)})"

    # Lists of topics take links without titles.
    text = re.sub(r"(?m)^- \[[^\]]*\]\((\w+)\.md\)$", r"- <doc:\1>", text)
    # Code, which is every second piece, stays as it is.
    pieces = re.split(r"(```.*?```|`[^`\n]*`)", text, flags=re.S)
    pieces[::2] = [re.sub(r"(!?)\[([^\]\n]*)\]\(([^)\s]+)\)", link, piece) for piece in pieces[::2]]
    return "".join(pieces)


def uncommented(graph: pathlib.Path) -> list[str]:
    """The public declarations in a symbol graph that have no documentation comment."""
    symbols = json.loads(graph.read_text())["symbols"]
    return sorted(
        ".".join(symbol["pathComponents"])
        for symbol in symbols
        if "docComment" not in symbol and "location" in symbol and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]
    )


def main() -> int:
    source, target, graph = map(pathlib.Path, sys.argv[1:])
    target.mkdir(parents=True)
    for page in sorted(source.glob("*.md")):
        (target / page.name).write_text(converted(page.read_text(), page, target))
    missing = uncommented(graph)
    for name in missing:
        print(f"{name} has no comment", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
