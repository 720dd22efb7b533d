"""Adds a full-text search to a site that docc has made, and checks that no link of it is dead.

    python3 Scripts/site-search.py SITE

The pages of docc are JSON below `data/documentation`. The search page, `search/index.html`, has one line of text for each page
in a JSON file beside it, and looks through them in the reader's browser: no server, no library.
"""

import json
import pathlib
import re
import sys

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Search: Cycle</title>
<style>
body { font: 17px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
input { font: inherit; width: 100%; padding: .5rem .75rem; box-sizing: border-box; }
li { margin: 1rem 0; }
small { opacity: .7; display: block; }
ol { padding: 0; list-style: none; }
</style>
<h1><a href="../documentation/">Cycle</a></h1>
<label>Search the book and the reference<input id="query" type="search" autofocus></label>
<p id="count" role="status"></p>
<ol id="hits"></ol>
<script>
const query = document.getElementById("query"), hits = document.getElementById("hits"), count = document.getElementById("count");
let pages = [];
function score(page, words) {
    let sum = 0;
    for (const word of words) {
        const title = page.title.toLowerCase(), text = page.text;
        if (title === word) sum += 50;
        else if (title.includes(word)) sum += 20;
        else if (text.includes(word)) sum += 1 + Math.min(8, text.split(word).length - 1);
        else return 0;
    }
    return sum + page.weight;
}
function show() {
    const words = query.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const found = !words.length ? [] : pages.map(page => ({ page, score: score(page, words) }))
        .filter(hit => hit.score > 0).sort((one, other) => other.score - one.score);
    count.textContent = words.length ? `${found.length} pages` : "";
    hits.replaceChildren(...found.slice(0, 50).map(({ page }) => {
        const item = document.createElement("li"), link = document.createElement("a"), about = document.createElement("small");
        link.href = ".." + page.url;
        link.textContent = page.title;
        about.textContent = page.about;
        item.append(link, about);
        return item;
    }));
    history.replaceState(null, "", "#" + encodeURIComponent(query.value));
}
query.addEventListener("input", show);
fetch("pages.json").then(answer => answer.json()).then(found => {
    pages = found;
    query.value = decodeURIComponent(location.hash.slice(1));
    show();
});
</script>
</html>
"""


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


def main(site: pathlib.Path) -> int:
    data = site / "data" / "documentation"
    pages, links = [], []
    known = set()
    for path in sorted(data.rglob("*.json")):
        page = json.loads(path.read_text(encoding="utf-8"))
        url = "/" + str(path.relative_to(site / "data").with_suffix(""))
        known.add(url.lower())
        title = page.get("metadata", {}).get("title", path.stem)
        about = " ".join(texts(page.get("abstract", []))).strip()
        body = [page.get("abstract", []), page.get("primaryContentSections", [])]
        text = re.sub(r"\s+", " ", " ".join(texts(body)))
        is_guide = page.get("metadata", {}).get("role") in ("article", "collection", "collectionGroup")
        pages.append(
            {"url": url, "title": title, "about": about, "text": text.lower()[:20_000], "weight": 8 if is_guide else 0}
        )
        for reference in page.get("references", {}).values():
            if isinstance(reference, dict) and isinstance(reference.get("url"), str):
                links.append((url, reference["url"]))
    dead = sorted(
        {
            (page, link)
            for page, link in links
            if link.startswith("/documentation/") and link.split("#")[0].rstrip("/").lower() not in known
        }
    )
    for page, link in dead:
        print(f"{page}: dead link {link}", file=sys.stderr)
    folder = site / "search"
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "pages.json").write_text(json.dumps(pages, separators=(",", ":")), encoding="utf-8")
    print(f"{len(pages)} pages, {len(links)} links, {len(dead)} dead")
    return 1 if dead or not pages else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
