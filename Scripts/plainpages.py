"""Pages of docc as plain HTML, for readers without scripts: text browsers, search engines, assistants."""

from html import escape


def texts(nodes, references):
    """Inline parts: words, code, links, emphasis, pictures."""
    result = ""
    for node in nodes:
        kind = node["type"]
        reference = references.get(node.get("identifier"), {})
        if kind == "codeVoice":
            result += f"<code>{escape(node['code'])}</code>"
        elif kind == "reference":
            title = escape(reference.get("title", node["identifier"]))
            result += f'<a href="{escape(reference["url"])}">{title}</a>' if "url" in reference else title
        elif kind == "image":
            for variant in reference.get("variants", [])[:1]:
                result += f'<img src="{escape(variant["url"])}" alt="{escape(reference.get("alt") or "")}">'
        elif kind == "text":
            result += escape(node["text"])
        else:
            inner = texts(node.get("inlineContent", []), references)
            tag = {"emphasis": "em", "strong": "strong"}.get(kind)
            result += f"<{tag}>{inner}</{tag}>" if tag else inner
    return result


def blocks(nodes, references):
    """Paragraphs, headings, code, lists and tables."""
    result = ""
    for node in nodes:
        kind = node["type"]
        if kind == "heading":
            level, anchor = node["level"], escape(node.get("anchor", ""))
            result += f'<h{level} id="{anchor}">{escape(node["text"])}</h{level}>'
        elif kind == "codeListing":
            result += f"<pre><code>{escape(chr(10).join(node['code']))}</code></pre>"
        elif kind in ("unorderedList", "orderedList"):
            tag = "ul" if kind == "unorderedList" else "ol"
            items = (f"<li>{blocks(item['content'], references)}</li>" for item in node["items"])
            result += f"<{tag}>{''.join(items)}</{tag}>"
        elif kind == "table":
            rows = ("".join(f"<td>{blocks(cell, references)}</td>" for cell in row) for row in node["rows"])
            result += "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"
        elif kind == "paragraph":
            result += f"<p>{texts(node['inlineContent'], references)}</p>"
        else:
            result += blocks(node.get("content", []), references)
    return result


def listed(identifiers, references):
    """A list of links to pages, with what each says of itself."""
    result = ""
    for reference in (references.get(identifier, {}) for identifier in identifiers):
        if "url" in reference:
            about = texts(reference.get("abstract", []), references)
            result += f'<li><a href="{escape(reference["url"])}">{escape(reference.get("title", ""))}</a> {about}</li>'
    return f"<ul>{result}</ul>"


def plain(page):
    """The page: its title, its words, and the pages below it."""
    references = page.get("references", {})
    result = f"<h1>{escape(page.get('metadata', {}).get('title', ''))}</h1>"
    result += f"<p>{texts(page.get('abstract', []), references)}</p>"
    for section in page.get("primaryContentSections", []):
        for declaration in section.get("declarations", []):
            code = "".join(token["text"] for token in declaration.get("tokens", []))
            result += f"<pre><code>{escape(code)}</code></pre>"
        for parameter in section.get("parameters", []):
            result += f"<h3><code>{escape(parameter['name'])}</code></h3>{blocks(parameter['content'], references)}"
        if section.get("kind") == "content":
            result += blocks(section["content"], references)
    for section in page.get("topicSections", []):
        result += f"<h2>{escape(section.get('title') or 'Topics')}</h2>" + listed(section["identifiers"], references)
    return result
