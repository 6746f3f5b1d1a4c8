// An older link names an example on the page of its sheet: it stands on a page of examples.

const anchor = location.hash.slice(1);
if (/^(example|table)-\d+$/.test(anchor)) location.replace(`examples/#${anchor}`);
