part => {
    const cells = row => [...row.querySelectorAll('td')].map(cell => cell.textContent);
    const table = part.querySelector('table.settlement');
    const rows = [...table.querySelectorAll('tfoot tr')].map(cells).filter(row => row.length);
    return {
        names: [...table.querySelectorAll('thead th')].map(cell => cell.textContent),
        kassa: rows[0] ?? cells(table.querySelector('tbody tr:last-child')),
        schrift: rows[1] ?? null,
        triggers: part.querySelectorAll('.trigger').length,
    };
}
