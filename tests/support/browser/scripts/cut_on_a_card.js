() => {
    const found = [], card = document.querySelector('.card'), paper = card.getBoundingClientRect();
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    const beyond = (one, box) => one.left < box.left - 1 || one.right > box.right + 1
        || one.top < box.top - 1 || one.bottom > box.bottom + 1;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.data.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
            if (!rect.width) continue;
            let hidden = beyond(rect, paper);
            for (let box = node.parentElement; box !== card.parentElement; box = box.parentElement) {
                const overflow = getComputedStyle(box).overflow;
                hidden ||= overflow !== 'visible' && beyond(rect, box.getBoundingClientRect());
            }
            if (hidden) found.push(node.data.trim().slice(0, 60));
        }
    }
    return [...new Set(found)];
}
