#!/usr/bin/python3
"""Does every link of the site lead to a file, every fragment to an element, and is nothing fetched from elsewhere?
links.py FOLDER"""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.links, self.names, self.fetched = [], set(), []
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
                if tag in ("script", "link", "img", "iframe") and urllib.parse.urlsplit(value).netloc:
                    self.fetched.append(value)
            if name in ("id", "name") and value:
                self.names.add(value)


folder = pathlib.Path(sys.argv[1]).resolve()
pages = {file.resolve(): Page(file) for file in folder.rglob("*.html")}
broken = 0
for file, page in pages.items():
    for link in page.fetched:
        print("%s: %s is fetched from elsewhere" % (file.relative_to(folder), link))
        broken += 1
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
