async () => {
    const { askAgain } = await import('/static/scoring/record/asking.js');
    const answers = [];
    const asked = async (count) => {
        for (let frame = 0; frame < 1000 && answers.length < count; frame += 1)
            await new Promise(requestAnimationFrame);
    };
    const { stop } = askAgain(() => new Promise(answer => answers.push(answer)), { every: 3_600_000 });
    await asked(1);
    dispatchEvent(new Event('online'));
    const meanwhile = answers.length;
    answers[0]();
    await asked(2);
    stop();
    return [meanwhile, answers.length];
}
