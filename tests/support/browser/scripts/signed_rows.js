() => {
    const words = node => {
        const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
        walker.currentNode = node;
        for (let next = walker.nextNode(); next; next = walker.nextNode()) {
            const box = next.parentElement;
            const left_out = box.closest('.unseen, .on-screen, .actions, button, svg, form');
            if (!node.contains(next) && next.data.trim() && box.checkVisibility() && !left_out) return next;
        }
    };
    document.querySelectorAll('main :is(h2, h3)').forEach((heading, place) => {
        if (!heading.checkVisibility() || heading.closest('.on-screen, .unseen')) return;
        const next = words(heading);
        if (next) { heading.append(`‹${place}‹`); next.data = `›${place}›${next.data}`; }
    });
    document.querySelectorAll('main tbody tr').forEach((row, place) => {
        row.firstElementChild.prepend(`«${place}«`);
        const end = document.createElement('div');
        end.textContent = `»${place}»`;
        row.firstElementChild.append(end);
    });
    document.querySelectorAll('main table').forEach((table, place) => {
        const rows = [...table.querySelectorAll('tbody tr')].filter(one => one.checkVisibility());
        if (rows.length < 2 || rows.length > 8) return;
        rows[0].firstElementChild.prepend(`†${place}†`);
        rows.at(-1).firstElementChild.append(`‡${place}‡`);
    });
}
