"""What is wrong with a page and yet with none of its words: a name that points nowhere, a style left out."""

import re
from collections import Counter

ID = re.compile(r'\sid="([^"]*)"')
POINTERS = re.compile(r'\s(?:(?:for|form|list|aria-(?:labelledby|describedby|controls))="|href="#)([^"]*)"')
EMPTY = re.compile(r"<(a|button|caption|h[1-6]|label|legend|summary|time|title)\b([^>]*)></\1>")
UNSAID = re.compile(r'\s(action|aria-[a-z]+|datetime|for|formaction|href|id|lang|name|role|title)=""')
SIGNED_IN = '<a class="tool" href="/display/"'
FRAME = re.compile('<body class="framed|<nav class="places"')


def faults_of(page: str) -> list[str]:
    """Return what is wrong with the markup of a page; a piece of one may point to the rest.

    What points to something on the same page finds it there, once. Links, labels and headings have words, and
    what is said about them says something; only the page without network leads by nothing to itself. A page
    has one title, and not two main headings; with the usual head it has the usual style, a frame where it has
    the ways through a club, and what is for strangers only for strangers.

    >>> faults_of('<body><h1 id="a">A</h1><section aria-labelledby="a b"><h1 id="a">B</h1></section></body>')
    ['a: there twice', '0 titles', '2 main headings', 'b: not there']
    >>> faults_of('<a href="/"></a><label for="">Name</label>')
    ['a: nothing in it', 'for: says nothing']
    >>> stranger = SIGNED_IN + '>Anna</a><li class="for-strangers">'
    >>> faults_of('<title>A</title><body class="framed"><a class="skip">Go</a>' + stranger)
    ['no style', 'a frame around nothing', 'somebody signed in is taken for a stranger']
    """
    ids = Counter(ID.findall(page))
    faults = [f"{name}: there twice" for name, times in ids.items() if times > 1]
    faults += [f"{name}: nothing in it" for name, about in EMPTY.findall(page) if "aria-" not in about]
    faults += [
        f"{name}: says nothing"
        for name in UNSAID.findall(page)
        if name != "href" or " data-back " not in page
    ]
    if "<body" in page:
        if (titles := page.partition("<body")[0].count("<title>")) != 1:
            faults.append(f"{titles} titles")
        if (headings := page.count("<h1")) > 1:
            faults.append(f"{headings} main headings")
        pointed_at = {name for names in POINTERS.findall(page) for name in names.split(" ")}
        faults += [f"{name}: not there" for name in sorted(pointed_at - ids.keys())]
    if '<a class="skip"' in page:
        if "/scoring/style.css" not in page:
            faults.append("no style")
        if len(set(FRAME.findall(page))) == 1:
            faults.append("a frame around nothing")
        if SIGNED_IN in page and "for-strangers" in page:
            faults.append("somebody signed in is taken for a stranger")
    return faults
