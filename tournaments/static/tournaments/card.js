// A phone that waits at a table: asks whether there is something new, and then looks at the card again.

const EVERY = 3000; // milliseconds
const AT_MOST = 30000; // between two questions while nothing answers
const PATIENCE = 10000;

const page = document.getElementById("card");
const connection = page.querySelector(".connection");
let tag = null;
let pause = EVERY;
let timer = null;

async function ask() {
  clearTimeout(timer);
  if (!document.hidden) await look().catch(noAnswer);
  timer = setTimeout(ask, pause);
}

async function look() {
  const headers = tag ? { "If-None-Match": tag } : {};
  const answer = await fetch(page.dataset.now, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status !== 200 && answer.status !== 304) throw new Error(`answered ${answer.status}`);
  if (answer.status === 200) {
    const { state } = await answer.json();
    tag = answer.headers.get("ETag");
    if (state !== page.dataset.state) location.reload();
  }
  pause = EVERY;
  connection.textContent = "";
}

function noAnswer() {
  pause = Math.min(2 * pause, AT_MOST);
  connection.textContent = page.dataset.lost;
}

addEventListener("visibilitychange", ask);
addEventListener("online", ask);
addEventListener("pageshow", event => event.persisted && location.reload());
ask();
