// What is asked of a page as it is printed, all at once.
() => {
    const main = document.querySelector('main');
    const remembered = ask => {
        const known = new Map();
        return one => {
            if (!known.has(one)) known.set(one, ask(one));
            return known.get(one);
        };
    };
    const style = remembered(one => getComputedStyle(one));
    const whole = remembered(one =>
        style(one).clipPath === 'none' && (one.parentElement === null || whole(one.parentElement)));
    const seen = remembered(one => one.checkVisibility() && whole(one));
    const rects = remembered(node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
    });
    // Every text that somebody sees, and the box that it stands in.
    const texts = root => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode())
            if (node.data.trim() && seen(node.parentElement)) found.push([node, node.parentElement]);
        return found;
    };
    // Letters of the page in points, as they are printed: the smallest that somebody sees.
    const smallest = () => {
        let smallest = Infinity;
        for (const [, box] of texts(main))
            if (box.getClientRects().length) smallest = Math.min(smallest, parseFloat(style(box).fontSize));
        return smallest * 0.75;
    };
    // Text that a box around it hides; the page is as wide as the paper between its margins.
    const hidden = () => {
        const found = [];
        for (const [node, parent] of texts(main)) {
            if (parent.closest('svg')) continue;
            for (const rect of rects(node)) {
                if (!rect.width) continue;
                let hidden = rect.right > innerWidth + 1 || rect.left < -1;
                for (let box = parent; box !== main; box = box.parentElement) {
                    if (style(box).overflow === 'visible') continue;
                    const around = box.getBoundingClientRect();
                    hidden ||= rect.right > around.right + 1 || rect.left < around.left - 1
                        || rect.bottom > around.bottom + 2 || rect.top < around.top - 2;
                }
                if (hidden) found.push(node.data.trim().slice(0, 60));
            }
        }
        return [...new Set(found)];
    };
    // Words of one cell that run into another one.
    const overlapping = () => {
        const found = [];
        for (const cell of main.querySelectorAll('tr > *')) {
            if (!cell.checkVisibility()) continue;
            const around = cell.getBoundingClientRect();
            for (const [node] of texts(cell))
                for (const rect of rects(node))
                    if (rect.width && (rect.right > around.right + 1.5 || rect.left < around.left - 1.5))
                        found.push(node.data.trim().slice(0, 40));
        }
        return [...new Set(found)];
    };
    // Words paler than 4.5 to 1 on white paper: a printer leaves out what is behind them.
    const pale = () => {
        const light = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        const above = box => box.parentElement ? veil(box.parentElement) : 1;
        const veil = remembered(box => style(box).opacity * above(box));
        const found = [];
        for (const [node, box] of texts(main)) {
            if (!box.getClientRects().length) continue;
            const colour = box.closest('svg') ? style(box).fill : style(box).color;
            const [red, green, blue, alpha = 1] = colour.match(/[0-9.]+/g).map(Number);
            const ink = alpha * veil(box);
            const [r, g, b] = [red, green, blue].map(one => light((one * ink + 255 * (1 - ink)) / 255));
            const contrast = 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
            if (contrast < 4.5) found.push(node.data.trim().slice(0, 40));
        }
        return [...new Set(found)];
    };
    // What is there to be filled in on a screen.
    const fields = () => [...main.querySelectorAll('input, select, textarea')]
        .filter(one => one.type !== 'hidden' && one.checkVisibility()).map(one => one.name || one.tagName);
    // Boxes whose right border lies so near the edge of the page that a printer leaves it out.
    const edgeless = () => [main, ...main.querySelectorAll('*')]
        .filter(one => parseFloat(style(one).borderRightWidth) && seen(one) && !one.closest('svg'))
        .filter(one => one.getBoundingClientRect().right > innerWidth - 1)
        .map(one => `${one.tagName} ${one.className}`);
    // Headings under which there is nothing, up to the next one that is not below them.
    const hollow = () => {
        const level = heading => Number(heading.tagName[1]);
        const hollow = heading => {
            const walker = document.createTreeWalker(main, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
            walker.currentNode = heading;
            for (let next = walker.nextNode(); next; next = walker.nextNode()) {
                if (heading.contains(next)) continue;
                const box = next.parentElement;
                if (next.nodeType === Node.ELEMENT_NODE) {
                    if (next.matches('svg, img, table') && seen(next)) return false;
                } else if (next.data.trim() && seen(box) && !box.closest('svg')) {
                    const other = box.closest('h1, h2, h3, h4');
                    return other !== null && level(other) <= level(heading);
                }
            }
            return true;
        };
        return [...main.querySelectorAll('h2, h3, h4')]
            .filter(one => seen(one) && one.getClientRects().length && hollow(one))
            .map(one => one.textContent.trim());
    };
    return { smallest: smallest(), hidden: hidden(), overlapping: overlapping(), pale: pale(), fields: fields(), edgeless: edgeless(), hollow: hollow() };
}
