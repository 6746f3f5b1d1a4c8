() => {
    const found = [];
    for (const row of document.querySelectorAll('.prices tr')) {
        const texts = row.querySelectorAll('.marks abbr, .leader, small, .price:not(.unseen *)');
        const boxes = [...texts].map(one => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return [one.textContent, [...range.getClientRects()]];
        });
        boxes.forEach(([text, rects], place) => boxes.slice(place + 1).forEach(([other, others]) => {
            const meet = rects.some(a => others.some(b =>
                Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > a.height / 2));
            if (meet) found.push(`${text} / ${other}`);
        }));
    }
    return found;
}
