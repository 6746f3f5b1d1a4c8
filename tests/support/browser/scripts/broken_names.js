// Words of names that go on in the next line without a hyphen, or stick out.
() => [...document.querySelectorAll('[data-full]')].filter(name => {
    const text = name.firstElementChild?.firstChild ?? name.firstChild;
    const starts = [...text.data.matchAll(/[^\s-]+-?/g)].map(word => {
        const range = new Range();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects();
    });
    const { right } = name.parentElement.getBoundingClientRect();
    return starts.some(boxes => boxes.length > 1 || boxes[0].right > right);
}).map(name => name.dataset.full)
