"""Adds a first page, a head with links for each page, and a full-text search to a site that docc has made, and checks that no link
of it is dead.

    python3 Scripts/site-search.py SITE

The pages of docc are JSON below `data/documentation`. The search page, `search/index.html`, has one line of text for each page
in a JSON file beside it, and looks through them in the reader's browser: no server, no library. The pages stand in `site-pages`.
"""

import html
import json
import pathlib
import re
import shutil
import sys

sys.dont_write_bytecode = True
import plainpages

PAGES = pathlib.Path(__file__).resolve().parent / "site-pages"
ROOT = PAGES.parent.parent
PICTURES = ROOT / "Samples" / "Pictures"

def texts(node):
    """All text below a node of a page, in order."""
    if isinstance(node, dict):
        for key in ("text", "code", "title"):
            value = node.get(key)
            if isinstance(value, str):
                yield value
            elif isinstance(value, list):
                yield " ".join(part for part in value if isinstance(part, str))
        for value in node.values():
            if isinstance(value, (dict, list)):
                yield from texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from texts(value)


def headings(page):
    """The headings of a page that its author has chosen."""
    for section in page.get("primaryContentSections", []):
        for part in section.get("content", []):
            if part.get("type") == "heading" and part.get("text") not in ("Overview", "Discussion", "Return Value", "Parameters"):
                yield part["text"]


def with_code(page):
    """A page whose comments `README: some words` are the blocks of the README with these words."""
    blocks = re.findall(r"```\w+\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)

    def block(comment):
        code, = (block for block in blocks if comment[1] in block)
        return html.escape(code, quote=False)

    return re.sub(r"<!-- README: (.*?) -->", block, page.read_text(encoding="utf-8"))


def finish(site, header, pages, words):
    """Gives each page of docc the head with links, and a title, and its words for readers without scripts."""
    # The renderer of docc shows a template of this name above each page.
    template = f'<template id="custom-header">{header}</template><div id="app">'
    style = (PAGES / "pages.css").read_text(encoding="utf-8")
    for path in (site / "documentation").rglob("index.html"):
        text = path.read_text(encoding="utf-8").replace('<div id="app">', template, 1)
        page = pages.get("/" + str(path.parent.relative_to(site)))
        if page:
            title, about = html.escape(page["title"]), html.escape(page["about"])
            head = f'<title>{title} | Cycle</title><meta name="description" content="{about}">'
            text = text.replace("<title>Documentation</title>", head, 1)
            start, _, rest = text.partition('<div class="noscript">')
            rest = rest.partition("</noscript>")[2]
            text = f'{start}<main><a href="/">Cycle</a>{words[page["url"]]}</main></noscript>{rest}'
        text = text.replace("</head>", f"<style>{style}</style></head>", 1)
        path.write_text(text, encoding="utf-8")


def main(site: pathlib.Path) -> int:
    data = site / "data" / "documentation"
    pages, links = [], []
    known, words = set(), {}
    for path in sorted(data.rglob("*.json")):
        page = json.loads(path.read_text(encoding="utf-8"))
        url = "/" + str(path.relative_to(site / "data").with_suffix(""))
        known.add(url.lower())
        title = page.get("metadata", {}).get("title", path.stem)
        about = " ".join(texts(page.get("abstract", []))).strip()
        body = [page.get("abstract", []), page.get("primaryContentSections", [])]
        text = re.sub(r"\s+", " ", " ".join(texts(body)))
        # Lists of what a type has by its protocols have no text of their own.
        if not url.endswith("-implementations"):
            is_guide = page.get("metadata", {}).get("role") in ("article", "collection", "collectionGroup")
            weight = 1.6 if is_guide else 1
            entry = {"url": url, "title": title, "about": about, "headings": " ".join(headings(page))}
            words[url] = plainpages.plain(page)
            pages.append(entry | {"text": text.lower()[:20_000], "weight": weight})
        for reference in page.get("references", {}).values():
            if isinstance(reference, dict) and isinstance(reference.get("url"), str):
                links.append((url, reference["url"]))
    header = (PAGES / "header.html").read_text(encoding="utf-8")
    # The list of products has no pictures.
    listing = site / "data" / "documentation.json"
    listing.write_text(listing.read_text(encoding="utf-8").replace('"detailedGrid"', '"list"'), encoding="utf-8")
    start = with_code(PAGES / "start.html").replace("<!-- header -->", header)
    (site / "index.html").write_text(start, encoding="utf-8")
    links += [("/", "/" + link) for link in re.findall(r'href="/?(documentation/[^"]*)"', start)]
    for picture in re.findall(r'src="images/([^"/]*)"', start):
        shutil.copy(PICTURES / picture, site / "images" / picture)
    dead = sorted(
        {
            (page, link)
            for page, link in links
            if link.startswith("/documentation/") and link.split("#")[0].rstrip("/").lower() not in known | {"/documentation"}
        }
    )
    dead += [
        ("/", picture) for picture in re.findall(r'(?:src|srcset)="([^"]*)"', start) if not (site / picture).is_file()
    ]
    for page, link in dead:
        print(f"{page}: dead link {link}", file=sys.stderr)
    folder = site / "search"
    folder.mkdir(exist_ok=True)
    search = (PAGES / "search.html").read_text(encoding="utf-8").replace("<!-- header -->", header)
    (folder / "index.html").write_text(search, encoding="utf-8")
    finish(site, header, {page["url"]: page for page in pages}, words)
    (folder / "pages.json").write_text(json.dumps(pages, separators=(",", ":")), encoding="utf-8")
    print(f"{len(known)} pages, {len(pages)} in the search, {len(links)} links, {len(dead)} dead")
    return 1 if dead or not pages else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
