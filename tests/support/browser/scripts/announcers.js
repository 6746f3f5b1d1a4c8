async ({ facts, silent, announced }) => {
    const here = new URL('/static/scoring/record/', location);
    const { act } = await import(new URL('actions.js', here));
    const { emptyHand } = await import(new URL('hand.js', here));
    const { recordOf, handOf } = await import(new URL('record.js', here));
    const by = hand => recordOf(hand, facts).premiums[0].by;
    const ultimo = ['premium', 'declarer', 'koenig_ultimo', true, true];
    let hand = emptyHand();
    const tap = (...said) => { hand = act(hand, facts, ...said); return by(hand); };
    for (const said of [['seat', 0, 'Anna'], ['contract', 0, 'rufer'], ['result', 0, 'won']]) {
        hand = act(hand, facts, ...said);
    }
    return {
        before_the_partner_is_known: tap(...ultimo),
        with_cilli: tap('seat', 0, 'Cilli'),
        with_dora: tap('seat', 0, 'Dora'),
        corrected: by(act(handOf(recordOf(hand, facts), facts), facts, 'seat', 0, 'Cilli')),
        self_called: tap('partner', 0, 'self'),
        silent_opens: by(handOf(silent, facts)),
        said_after_all: by(act(handOf(silent, facts), facts, ...ultimo)),
        announced_opens: by(handOf(announced, facts)),
    };
}
