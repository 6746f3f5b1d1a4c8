// Texts of the boxes that `selector` finds that lie over one another or leave their box; what is cut there ends there.
selector => {
    const cutAt = (box, at) => getComputedStyle(at).overflowX === 'visible'
        ? box.right : Math.min(box.right, at.getBoundingClientRect().right);
    const texts = box => {
        const found = [];
        const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.parentElement;
            const isSeen = at.checkVisibility() && at.getBoundingClientRect().width > 1.5
                && parseFloat(getComputedStyle(at).fontSize) > 1;
            if (!node.data.trim() || !isSeen) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const { left, right, top, bottom } of range.getClientRects()) {
                found.push({ node, said: node.data.trim(), left, top, bottom, right: cutAt({ right }, at) });
            }
        }
        return found;
    };
    return [...document.querySelectorAll(selector)].flatMap(box => {
        const edge = box.getBoundingClientRect();
        const all = texts(box);
        const out = all.filter(one => one.right > edge.right + 1 || one.bottom > edge.bottom + 3)
            .map(one => `${box.id}: ${one.said} leaves it`);
        const over = all.flatMap((one, place) => all.slice(place + 1)
            .filter(other => other.node !== one.node)
            .filter(other => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5)
            // lines stand close: the boxes of letters reach into each other a little
            .filter(other => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
                > 0.35 * Math.min(one.bottom - one.top, other.bottom - other.top))
            .map(other => `${box.id}: ${one.said} over ${other.said}`));
        return [...out, ...over];
    });
}
