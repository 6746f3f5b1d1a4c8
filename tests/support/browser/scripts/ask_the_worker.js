// The worker by itself: what it is asked and what it answers stays the text that it was.
async ([parts, questions]) => {
    const worker = new Worker(parts.worker, { type: "module" });
    const heard = () => new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
    worker.postMessage({ parts });
    const { error } = await heard();
    if (error) return error;
    const answers = [];
    for (const { begin, ends } of questions) {
        for (const end of ends) {
            worker.postMessage({ number: 1, question: begin + end });
            const { answer, error } = await heard();
            answers.push(answer ?? error);
        }
    }
    worker.terminate();
    return answers;
}
