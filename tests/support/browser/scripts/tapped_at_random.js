async ({ facts, rounds, needing_kontra }) => {
    const here = new URL('/static/scoring/record/', location);
    const { act } = await import(new URL('actions.js', here));
    const { emptyHand, missing } = await import(new URL('hand.js', here));
    const { recordOf, handOf } = await import(new URL('record.js', here));
    const sheet = await import(new URL('rules.js', here));
    const { barred, offered, contractOf, gameLevels, premiumLevels } = sheet;
    const { premiumsFor, slot, statesOf } = await import(new URL('premiums.js', here));
    let seed = 7;
    const pick = list => list[(seed = (seed * 48271) % 2147483647) % list.length];
    const chance = () => pick([true, false, false]);
    const ids = facts.players.map(player => player.id);
    const done = [];
    for (let round = 0; round < rounds; round += 1) {
        let hand = emptyHand();
        const tap = (...said) => { hand = act(hand, facts, ...said); };
        tap('seat', 0, pick(ids));
        const may = offered(facts, hand, 0).filter(one => barred(facts, hand, 0, one) === null);
        tap('contract', 0, pick(may).key);
        const contract = contractOf(facts, hand.games[0].contract);
        const others = ids.filter(id => id !== hand.games[0].declarer);
        if (contract.kind === 'calling' || contract.kind === 'paired') {
            const who = pick([...others, ...others, ...contract.alone]);
            tap(others.includes(who) ? 'seat' : 'partner', 0, who);
        }
        if (contract.birds.length) {
            const bird = pick(contract.birds);
            const made = pick([true, false]);
            tap('bird', bird);
            tap('birdMade', bird, made);
        }
        if (contract.kind === 'negative') {
            tap(...pick([['result', 0, 'won'], ['result', 0, 'lost'], ['tricks', 0, pick([0, 1, 2, 3])]]));
            if (chance()) tap('kontras', 0, pick(others), pick(facts.levels).key);
        } else if (contract.kind === 'trischaken') {
            tap('rank', 0, pick(ids), 1);
            const left = ids.filter(id => !hand.games[0].ranks[id]);
            tap('rank', 0, pick(left), 2);
            const { jungfrau, buergermeister } = facts.trischaken;
            if (jungfrau && chance()) tap('jungfrau', 0, pick(left));
            if (buergermeister !== null && missing(hand, facts).length) tap('buergermeister', 0);
        } else {
            const levels = gameLevels(facts, hand, contract);
            if (chance()) tap('kontra', 0, pick(levels).key);
            if (pick([true, false])) tap('result', 0, pick(['won', 'lost']));
            else for (const digit of pick(['36', '35', '34', '46', '45', '44', '24', '25', '56'])) {
                tap('digit', 0, null, Number(digit));
            }
            const asked = missing(hand, facts).some(one => one.word === 'ask_blatt');
            if (asked) tap('blatt', 0, null, pick([0, 1, 2]));
            for (const side of ['declarer', 'others', 'declarer', 'others']) {
                const there = rule => Boolean(hand.premiums[slot(side, rule.key)]);
                const rules = premiumsFor(facts, hand, side).filter(rule => !there(rule));
                const plain = rules.filter(rule => !needing_kontra.includes(rule.key));
                if (!plain.length || !chance()) continue;
                const rule = pick(plain);
                const states = statesOf(facts, hand, rule, side).filter(one => one.made !== null);
                const { announced, made } = pick(states);
                tap('premium', side, rule.key, announced, made);
                const levels = premiumLevels(facts, rule);
                if (!announced || !levels.length || !chance()) continue;
                tap('premiumKontra', side, rule.key, pick(levels).key);
            }
            const game = hand.games[0];
            const said = game.kontra !== null || Object.values(hand.premiums).some(one => one.announced);
            const alone = ['talon', 'self'].includes(game.partner);
            if (contract.blank && !said && !alone) tap('result', 0, 'blank');
        }
        const record = recordOf(hand, facts);
        const again = recordOf(handOf(record, facts), facts);
        done.push({ record, again, missing: missing(hand, facts) });
    }
    return done;
}
