() => {
    const text = node => node ? node.textContent.trim() : null;
    const all = (selector, within) => [...(within ?? document).querySelectorAll(selector)];
    return {
        names: all('#paper thead .full').map(text),
        totals: all('#paper thead .now:not(.schrift) td').map(text),
        schrift: all('#paper thead .now.schrift td').map(text),
        last: all('#paper .sum.last td').map(text),
        rows: all('#paper tbody tr.hand, #paper tbody tr.void').map(row => ({
            number: row.matches('.hand') ? Number(text(row.querySelector('.number')).match(/\d+/)[0]) : null,
            dealer: text(row.querySelector('.deals .full')),
            doubled: row.querySelector('.radl') !== null,
            cells: all('td', row).map(td => ['.amount', '.total'].map(one => text(td.querySelector(one)))),
        })),
        radl: text(document.querySelector('#now .banner .doubled')),
    };
}
