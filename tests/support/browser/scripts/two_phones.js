async ({ waiting, since, said }) => {
    const { contradicted, counterpart, decisionOn, isOfTwoPhones, pairs, undecided } = await import(
        '/static/scoring/record/same_hand.js'
    );
    const [first, ...others] = waiting;
    const page = { waiting: [{ ...first, stopped: { why: 'conflict', since } }, ...others], mending: null, same: said };
    return {
        asked: isOfTwoPhones(page),
        pairs: Object.fromEntries(pairs(page)),
        contradicted: contradicted(page).map(({ id, theirs }) => [id, theirs.id]),
        decided: Object.fromEntries(waiting.map(({ id }) => [id, decisionOn(page, id)])),
        undecided: undecided(page),
        counterparts: Object.fromEntries(waiting.filter(({ record }) => record).map(({ id }) => [id, counterpart(page, id)?.id ?? null])),
    };
}
