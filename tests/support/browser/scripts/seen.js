// What is wrong with what is in sight, by these of the looks below.
asked => {
    const all = selector => [...document.querySelectorAll(selector)];
    const start = one => one.textContent.trim().slice(0, 40);
    const size = one => parseFloat(getComputedStyle(one).fontSize);
    const lines = (node, begin, end) => {
        const range = document.createRange();
        range.setStart(node, begin);
        range.setEnd(node, end);
        return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
    };
    const tornWords = one => {
        const nodes = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), torn = [];
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
            for (const word of node.data.matchAll(/[\p{L}\d\u00AD,+−]+/gu)) {
                const end = word.index + word[0].length;
                if (word[0].length < 11 && lines(node, word.index, end) > 1) torn.push(word[0]);
            }
        }
        return torn;
    };
    const looks = {
        'cut off': () => all('main *')
            .filter(one => !one.closest('.scroll, .unseen'))
            .filter(one => one.checkVisibility())  // what is folded lies as it did on an earlier screen
            .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
            .map(one => `${one.tagName}: ${start(one)}`),
        // Letters that run on in the next line without a hyphen: of a title, a deed or an amount, where its word is short
        // enough for a line; and a title that begins above the page.
        'torn': () => all('h1, h2, button:not(.pick, .seats *), .button, summary, .felt b')
            .filter(one => one.checkVisibility() && one.clientWidth > 1)
            .filter(one => !one.closest('.unseen, .shrunk, .certificate'))
            .filter(one => tornWords(one).length || (one.matches('h1') && one.getBoundingClientRect().top + scrollY < 0))
            .map(one => `${one.tagName}: ${start(one)}`),
        // What a box of its own hides: cut names, words that end in the middle. A box of 1 px is for screen readers.
        'clipped': () => all('main *')
            .filter(one => !one.closest('.scroll, .unseen, svg, input'))
            .filter(one => getComputedStyle(one).overflowX !== 'visible')
            .filter(one => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
            .map(one => `${one.tagName}: ${start(one)}`),
        // At a desk, with a mouse, the rows of a table or list are 38 px high, and so are the links in them.
        'small target': () => {
            const mouse = innerWidth >= 1024 && matchMedia('(pointer: fine)').matches;
            return all('a, summary, button')
                .filter(one => !one.classList.contains('skip') && !one.closest('p'))
                .map(one => [one, one.getBoundingClientRect(), mouse && one.closest('td, th, .people') ? 37 : 44])
                .filter(([, box, least]) => box.width > 0 && (box.height < least || box.width < least))
                .map(([one, box]) => `${one.textContent.trim()}: ${box.width} x ${box.height}`);
        },
        'small text': () => all('main *')
            .filter(one => one.getClientRects().length && !one.closest('.unseen'))
            .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
            .filter(one => size(one) < 15.9 && !one.closest('.shrunk'))
            .map(one => `${size(one)}px: ${start(one)}`),
        // Everything that can be tapped to record a hand is at least 8 px from its neighbours.
        'too close': () => {
            const shown = all('#record button, #record a, #record input:not([type=hidden])')
                .filter(one => !one.closest('.save-bar, .scroll'))  // rows of a sheet pass below its head
                .map(one => [one.textContent.trim(), one.getBoundingClientRect(), one.closest('.stuck #declarer-0')])
                .filter(([, box]) => box.width > 0);
            const close = [];
            shown.forEach(([name, a, stays], place) => shown.slice(place + 1).forEach(([other, b, too]) => {
                if (stays !== too) return;  // what stays in sight covers what passes below it
                const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
                const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
                if (Math.max(across, down) < 7.5) close.push(`${name} | ${other}: ${across}, ${down}`);
            }));
            return close;
        },
    };
    const wide = document.scrollingElement.scrollWidth > innerWidth;
    const found = asked.flatMap(look => looks[look]().map(one => `${look}: ${one}`));
    return wide ? ['the page scrolls sideways', ...found] : found;
}
