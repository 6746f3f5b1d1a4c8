// Where one is, and what matters now, is in sight; it is asked before anything folded is opened.
async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);  // names are fitted to the width
    // What a page is opened for, found by what it is made of, by the same rule everywhere: the first of its rows,
    // entries, pictures, fields, cards, links to hand on and next steps, or the first sentence in a part that has
    // none of these. Before it come title, ways, what a lead or help explains, messages, buttons, files, and what
    // is folded or unseen; a form that only asks for another view of the page, too, if there is anything else.
    // Where there is nothing else, what the page says first matters.
    const whatMatters = () => {
        const PARTS = 'tr, li, dl, article, figure, svg:not(:is(a, button, summary) svg), label, legend, ' +
            'input, select, textarea, button[aria-pressed], #record button, .share, .next';
        const BEFORE = '.unseen, nav, [role=alert], [role=status], .downloads';
        const inSight = one => one.checkVisibility() && !one.closest(BEFORE);
        const all = kind => [...document.querySelectorAll(`main :is(${kind})`)].filter(inSight);
        const asksOnly = one => one.closest('form')?.method === 'get' && !one.closest('#record');
        const follows = (one, other) => Boolean(one.compareDocumentPosition(other) & 4);
        const parts = all(PARTS), beyond = parts.filter(one => !asksOnly(one));
        const things = beyond.length ? beyond : parts;
        const isIntroduction = one =>
            things.some(part => one.parentElement.contains(part) && follows(one, part));
        const said = all('p:not(:empty)');
        const sentences = said.filter(one => !one.matches('.actions, .lead, .help') && !isIntroduction(one));
        const top = one => one.getBoundingClientRect().top;
        const found = things.length + sentences.length ? [...things, ...sentences] : said;
        return found.sort((one, other) => top(one) - top(other))[0];
    };
    const NAMES = 'h1, .totals span, .people a, .shares .name, .names li, .payments b, ' +
        '.table-frame tbody th, .figures tbody th, .settlement thead th';
    const shown = one => one.getClientRects().length > 0;
    const phone = innerWidth < 500, found = [];
    const title = [...document.querySelectorAll('main h1')].find(shown);
    const subject = document.querySelector('nav.subject');
    if (title) {
        const size = parseFloat(getComputedStyle(title).fontSize);
        const end = title.getBoundingClientRect().bottom + scrollY;
        const forTheTable = location.pathname.startsWith('/c/');  // the number of a table, read across it
        if (size > (phone ? 32.1 : 40.1) && !forTheTable) found.push(`a title of ${size} px`);
        if (phone && end > (innerWidth < 390 ? 640 : 500)) found.push(`the title ends at ${end} px`);
    }
    if (phone && subject && subject.getBoundingClientRect().bottom + scrollY > 500)
        found.push('the bar ends below 500 px');
    const matters = whatMatters();
    const recording = document.querySelector('#record');  // its seats stay in sight where it scrolls
    const begins = matters ? matters.getBoundingClientRect().top + (recording ? 0 : scrollY) : innerHeight;
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).color;
    probe.remove();
    const filled = [...document.querySelectorAll('main button, main .button')].filter(shown)
        .filter(one => !one.matches('[aria-pressed], .pick') && one.textContent.trim())
        .filter(one => !one.closest('#record') || one.closest('.save-bar'))  // a choice there is filled, too
        .filter(one => getComputedStyle(one).backgroundColor === accent);
    if (filled.length > 1)
        found.push(`several filled buttons: ${filled.map(one => one.textContent.trim()).join(' | ')}`);
    // Several things to do are a list; several people to choose one of are not.
    for (const row of document.querySelectorAll('main .actions:not(.one-of)')) {
        const others = [...row.querySelectorAll(':scope > :is(.button, button), :scope > form > button')]
            .filter(one => shown(one) && !filled.includes(one)).map(one => one.textContent.trim());
        if (others.length > 3) found.push(`a row of buttons instead of a list: ${others.join(' | ')}`);
    }
    const places = document.querySelectorAll('.top .places a');
    const marked = document.querySelectorAll('.top .places a[aria-current]');
    const inClub = /^\/clubs\/[^/]+\//.test(location.pathname) && document.querySelector('.back a') !== null;
    if (inClub && !document.querySelector('#record') && (![4, 5].includes(places.length) || marked.length !== 1))
        found.push(`${places.length} places of the club, ${marked.length} of them marked`);
    const words = [...places].map(place => {
        const range = document.createRange();
        range.selectNodeContents(place);
        return range.getBoundingClientRect();
    });
    const inOneLine = (box, other) => box.top < other.bottom && other.top < box.bottom;  // at a desk they are a rail
    const touches = (box, other) => inOneLine(box, other) && box.left < other.right + 3;
    if (words.some((box, place) => place && touches(box, words[place - 1])))
        found.push('places that touch each other');
    for (const name of document.querySelectorAll(NAMES)) {
        const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), range = document.createRange();
        const parts = () => texts.currentNode.data.matchAll(/[^\s\-‑–\/·\u00ad]+[\-‑–\/]?/g);
        while (texts.nextNode()) for (const part of parts()) {
            const afterHyphen = Number(texts.currentNode.data[part.index - 1] === '\u00ad');
            range.setStart(texts.currentNode, part.index + afterHyphen);  // where it is seen
            range.setEnd(texts.currentNode, part.index + part[0].length);
            const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
            if (lines.size > 1 && shown(name)) found.push(`a broken name: ${name.textContent.trim()}`);
        }
    }
    return [found, document.documentElement.scrollHeight, begins, innerWidth];
}
