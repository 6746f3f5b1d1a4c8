() => {
    const light = text => {
        const [r, g, b] = text.match(/[\d.]+/g).map(Number)
            .map(one => one / 255).map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = one => {
        for (; one; one = one.parentElement) {
            const { backgroundColor } = getComputedStyle(one);
            if (!/, 0\)$/.test(backgroundColor)) return backgroundColor;
        }
        return 'rgb(255, 255, 255)';
    };
    return [...document.querySelectorAll('main *')]
        .filter(one => one.getClientRects().length && !one.closest('.unseen, .controls'))
        .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
        .map(one => {
            const [a, b] = [light(getComputedStyle(one).color), light(behind(one))].sort((x, y) => y - x);
            return (a + 0.05) / (b + 0.05);
        });
}
