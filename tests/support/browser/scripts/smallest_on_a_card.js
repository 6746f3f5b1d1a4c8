() => {
    const walker = document.createTreeWalker(document.querySelector('.card'), NodeFilter.SHOW_TEXT);
    let smallest = Infinity;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.data.trim() && node.parentElement.getClientRects().length)
            smallest = Math.min(smallest, parseFloat(getComputedStyle(node.parentElement).fontSize));
    }
    return smallest * 0.75;
}
