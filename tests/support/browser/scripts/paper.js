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
    // What is there to be filled in on a screen.
    const fields = () => [...main.querySelectorAll('input, select, textarea')]
        .filter(one => one.type !== 'hidden' && one.checkVisibility()).map(one => one.name || one.tagName);
    return { smallest: smallest(), hidden: hidden(), overlapping: overlapping(), fields: fields() };
}
