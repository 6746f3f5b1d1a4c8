// What axe finds wrong by these options; null where axe is not there yet. All that passes would take as long to
// hand over. Of links, of targets and of texts it looks at those only that may be wrong.
async ({ everything, links, sizes, contrast }) => {
    if (!('axe' in globalThis)) return null;
    // A link in a text that is told by its colour alone.
    const byColour = () => {
        const blocks = ['block', 'list-item', 'table', 'flex', 'grid', 'inline-block'];
        const isBlock = (one) => blocks.includes(getComputedStyle(one).display);
        const block = (one) => !one || isBlock(one) ? one : block(one.parentElement);
        const words = (one) => one.nodeType === 3 ? one.data.trim()
            : !one.matches?.('a, button') && [...one.childNodes].some(words);
        return [...document.querySelectorAll('a[href], [role=link]')].some(one =>
            !isBlock(one) && !getComputedStyle(one).textDecorationLine.includes('underline')
                && words(block(one) ?? document.body));
    };
    // What can be tapped and is small, or of which too little is free beside what lies over it and can be tapped:
    // of all others axe would compare each with all around it, which takes most of its time. What is a place and no
    // control, such as the main part and the tables under a bar that stays in sight, or cannot get the focus, is no
    // target to axe.
    const squeezed = () => {
        const tapped = 'a[href], area, button, input:not([type=hidden]), select, textarea, summary, ' +
            '[contenteditable], [role][tabindex]:not([role=region])';
        const targets = [...document.querySelectorAll(tapped)].filter(one => one.checkVisibility())
            .map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
        const meet = ([one, a], [other, b]) => a.left < b.right && b.left < a.right
            && a.top < b.bottom && b.top < a.bottom && !one.contains(other) && !other.contains(one);
        const inFront = ([one, a], [, b]) => one.contains(document.elementFromPoint(
            (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2,
            (Math.max(a.top, b.top) + Math.min(a.bottom, b.bottom)) / 2));
        const large = (width, height) => width >= 24 && height >= 24;
        return targets.filter(target => {
            const [one, { left, right, top, bottom, width, height }] = target;
            const over = targets.filter(other => other[0] !== one && meet(target, other) && !inFront(target, other))
                .map(([, box]) => box);
            const edge = (most, side) => most(...over.map(box => box[side]));
            const isFreeBeside = large(edge(Math.min, 'left') - left, height)
                || large(right - edge(Math.max, 'right'), height) || large(width, edge(Math.min, 'top') - top)
                || large(width, bottom - edge(Math.max, 'bottom'));
            return !large(width, height) || (over.length > 0 && !isFreeBeside);
        }).map(([one]) => one);
    };
    // The texts that axe has to look at: it says nothing of drawings, and what nobody sees has no contrast.
    const doubtful = () => {
        const clear = 'rgba(0, 0, 0, 0)', papers = new Map(), whole = new Map();
        const wordless = ['hidden', 'checkbox', 'radio', 'range', 'color', 'image'];
        const light = (colour) => {
            const bytes = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1).map(part => part / 255);
            const mixed = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour)?.slice(1).map(Number);
            const [r, g, b] = (bytes ?? mixed ?? [NaN, NaN, NaN])
                .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const dressed = (one) => ['::before', '::after'].some(part => {
            const { content, backgroundColor, backgroundImage } = getComputedStyle(one, part);
            return content !== 'none' && (backgroundColor !== clear || backgroundImage !== 'none');
        });
        // A table that is wider than the screen has shadows at its edges; of texts on an image axe says nothing.
        const shaded = (one) => one.matches('.scroll');
        // How light the paper is on which its text stands, or no number.
        const paper = (one) => {
            if (!one) return undefined;
            if (!papers.has(one)) papers.set(one, paperOf(one, paper(one.parentElement)));
            return papers.get(one);
        };
        const paperOf = (one, around) => {
            const style = getComputedStyle(one);
            const bare = style.backgroundImage === 'none' || shaded(one);
            const plain = bare && style.opacity === '1' && style.filter === 'none'
                && style.mixBlendMode === 'normal' && style.clipPath === 'none' && !dressed(one);
            if (!plain || Number.isNaN(around)) return NaN;
            return style.backgroundColor === clear ? around : light(style.backgroundColor);
        };
        const legible = (one) => {
            const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one);
            const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.7 : 24);
            const [dark, bright] = [light(color), paper(one)].sort((a, b) => a - b);
            return textShadow === 'none' && (bright + 0.05) / (dark + 0.05) > (large ? 4.51 : 7.01);
        };
        // Of what is cut off at an edge nothing hangs out further.
        const lies = (one, box = one.getBoundingClientRect(), on = one.parentElement) => {
            if (!on || on === document.body) return true;
            if (getComputedStyle(on).overflowX !== 'visible') return lies(on);
            const paper = on.getBoundingClientRect();
            const within = box.left > paper.left - 1 && box.right < paper.right + 1
                && box.top > paper.top - 1 && box.bottom < paper.bottom + 1;
            return (within || getComputedStyle(on).backgroundColor === clear) && lies(one, box, on.parentElement);
        };
        const unclipped = (one) => {
            if (!one) return true;
            if (!whole.has(one))
                whole.set(one, getComputedStyle(one).clipPath !== 'inset(50%)' && unclipped(one.parentElement));
            return whole.get(one);
        };
        const seen = (one) =>
            one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && unclipped(one);
        const all = [...document.body.querySelectorAll('*')].filter(seen);
        const floating = all.filter(one => getComputedStyle(one).position !== 'static');
        const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        const boxes = new Map(floating.map(one => [one, one.getBoundingClientRect()]));
        const written = (one) => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        // What stays at an edge of the screen and is not clear parts what stands on it from what passes below it.
        const bars = floating.filter(one => {
            const { position, opacity, backgroundColor } = getComputedStyle(one);
            return position === 'fixed' && opacity === '1' && !Number.isNaN(light(backgroundColor));
        });
        const parted = (one, other) => bars.some(bar => {
            if (bar.contains(one) === bar.contains(other)) return false;
            const [a, b] = [one.getBoundingClientRect(), boxes.get(other)];
            const x = (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2;
            const y = (Math.max(a.top, b.top) + Math.min(a.bottom, b.bottom)) / 2;
            return bar.contains(document.elementFromPoint(x, y));
        });
        return all.filter(one => {
            if (!written(one) && !one.matches('input, select, textarea')) return false;
            if (one.matches('option, :disabled, svg *')) return false;
            if (one.tagName === 'INPUT' && wordless.includes(one.type)) return false;
            const box = one.getBoundingClientRect();
            if (box.bottom + scrollY < 0) return false;
            const covers = (other) => !other.contains(one) && !one.contains(other)
                && meets(box, boxes.get(other)) && !parted(one, other);
            const covered = floating.some(covers);
            return covered || !lies(one) || !legible(one);
        });
    };
    const found = [], asked = [];
    const some = (which, options) => { if (which.length) asked.push([{ include: which }, options]); };
    if (everything) asked.push([document, everything]);
    if (links && byColour()) asked.push([document, links]);
    if (sizes) some(squeezed(), sizes);
    if (contrast) some(doubtful(), contrast);
    for (const [where, options] of asked) found.push(...(await axe.run(where, options)).violations);
    return found;
}
