// An older link names an example on the page of its sheet: it stands on the page of its game.

const anchor = location.hash.slice(1);
if (/^(example|table)-\d+$/.test(anchor)) location.replace(`examples/${anchor}/`);
