// Where one is, and what matters now, is in sight; it is asked before anything folded is opened.
async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);  // names are fitted to the width
    const WHAT_MATTERS = 'main :is(' +
        'tr, svg, li, dd, article, .next, .said, .clock, .quality, .mine, .link, .chip, .field, ' +
        '.seats, .share, input, textarea)';
    const NAMES = '.totals span, .people a, .shares .name, .names li, .payments b, .figures tbody th';
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
    const matters = [...document.querySelectorAll(WHAT_MATTERS)].filter(shown)
        .find(one => !one.closest('.asked, .search-fold, .headline, .downloads, .problems'));
    const recording = document.querySelector('#record');  // where it is scrolled, its seats go along
    const begins = matters && !recording ? matters.getBoundingClientRect().top + scrollY : 0;
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).color;
    probe.remove();
    const filled = [...document.querySelectorAll('main button, main .button')].filter(shown)
        .filter(one => !one.matches('[aria-pressed], .chip') && one.textContent.trim())
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
    const offered = new Set([...document.querySelectorAll('.crumbs a')].map(one => one.getAttribute('href')));
    const inClub = [...offered].some(href => /^\/clubs\/[^/]+\/$/.test(href));
    if (inClub && !document.querySelector('#record') && (places.length !== 5 || marked.length !== 1))
        found.push(`${places.length} places of the club, ${marked.length} of them marked`);
    const words = [...places].map(place => {
        const range = document.createRange();
        range.selectNodeContents(place);
        return range.getBoundingClientRect();
    });
    if (words.some((box, place) => place && box.left < words[place - 1].right + 3))
        found.push('places that touch each other');
    for (const name of document.querySelectorAll(NAMES)) {
        const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), range = document.createRange();
        const parts = () => texts.currentNode.data.matchAll(/[^\s\-‑–\/·]+[\-‑–\/]?/g);
        while (texts.nextNode()) for (const part of parts()) {
            range.setStart(texts.currentNode, part.index);
            range.setEnd(texts.currentNode, part.index + part[0].length);
            const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
            if (lines.size > 1 && shown(name)) found.push(`a broken name: ${name.textContent.trim()}`);
        }
    }
    return [found, document.documentElement.scrollHeight, begins, innerWidth];
}
