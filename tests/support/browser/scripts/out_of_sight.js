// What is not whole on the screen, or lies under the bar with the save button.
() => {
    const bar = document.querySelector('.save-bar').getBoundingClientRect();
    const parts = '#declarer-0 button, #contract-0 button, #partner-0 button, .got b, .answers button';
    return [...document.querySelectorAll(parts)]
        .map(one => [one.textContent, one.getBoundingClientRect(), one.closest('.save-bar') !== null])
        .filter(([, box, inBar]) => box.top < 0 || box.bottom > (inBar ? bar.bottom : bar.top) ||
            box.right > innerWidth)
        .map(([text, box]) => `${text}: ${Math.round(box.top)} to ${Math.round(box.bottom)}`)
        .concat(bar.bottom > innerHeight + 1 ? ['the bar'] : []);
}
