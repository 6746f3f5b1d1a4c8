async ({ facts, cases }) => {
    const here = new URL('/static/scoring/record/', location);
    const { handOf, recordOf } = await import(new URL('record.js', here));
    const { missing } = await import(new URL('hand.js', here));
    return cases.map(({ rules, players, record }) => {
        const table = { ...facts[rules], players, seats: players };
        const hand = handOf(record, table);
        return { record: recordOf(hand, table), missing: missing(hand, table).map(one => one.word) };
    });
}
