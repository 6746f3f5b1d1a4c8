async ({ sheets }) => {
    const here = new URL('/static/scoring/record/', location);
    const { act } = await import(new URL('actions.js', here));
    const { emptyHand } = await import(new URL('hand.js', here));
    const { gameBlocks } = await import(new URL('game_blocks.js', here));
    const words = tree => typeof tree === 'object' ? tree.children.flatMap(words) : [String(tree)];
    return sheets.map(table => {
        let state = emptyHand();
        for (const said of [['seat', 0, 'Anna'], ['contract', 0, 'trischaken'], ['rank', 0, 'Bert', 1]]) {
            state = act(state, table, ...said);
        }
        const shown = gameBlocks({ table, state, problems: {} }, 0).flat(9).filter(Boolean).flatMap(words);
        return shown.filter(one => one.includes('Bürgermeister'));
    });
}
