#!/usr/bin/python3
"""Does every link of the site lead to a file, and every fragment to an element?  links.py FOLDER"""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name in ("id", "name") and value:
                self.names.add(value)


folder = pathlib.Path(sys.argv[1]).resolve()
pages = {file.resolve(): Page(file) for file in folder.rglob("*.html")}
broken = 0
for file, page in pages.items():
    for link in page.links:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        to = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
        missing = not to.exists() or folder not in to.parents and to != folder
        fragment = urllib.parse.unquote(parts.fragment)
        if not missing and fragment and to in pages and file.name != "notebook.html":
            missing = fragment not in pages[to].names and to != folder / "index.html"
        if missing:
            print("%s: %s leads nowhere" % (file.relative_to(folder), link))
            broken += 1
print("%d pages, %d links" % (len(pages), sum(len(page.links) for page in pages.values())))
sys.exit(broken > 0)
