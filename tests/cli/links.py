"""Check that the relative links and pictures of Markdown files lead to a file, and to a heading of it.

usage: links.py FILE...
"""
import os
import re
import sys


def text_of(name):
    """The file without its code, where brackets are no links."""
    with open(name, encoding="utf-8") as file:
        text = re.sub(r"^```.*?^```$", "", file.read(), flags=re.M | re.S)
    return text


def anchors(name):
    """The anchors that hosts of repositories give the headings."""
    headings = re.findall(r"^#+ (.*)$", text_of(name), re.M)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def problem(name, link):
    """What is wrong with the link in the file, or None."""
    path, _, anchor = link.partition("#")
    target = os.path.join(os.path.dirname(name), path) if path else name
    if not os.path.exists(target):
        return "no such file"
    if anchor and anchor not in anchors(target):
        return "no such heading"
    return None


def main():
    links, bad = 0, 0
    for name in sys.argv[1:]:
        text = re.sub(r"`[^`\n]*`", "", text_of(name))
        for link in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src="([^"]+)"', text):
            if re.match(r"[a-z]+:", link):
                continue
            links += 1
            why = problem(name, link)
            if why:
                bad += 1
                print(f"{name}: {link}: {why}")
    print(f"{links} links, {bad} bad")
    return 1 if bad or not links else 0


sys.exit(main())
