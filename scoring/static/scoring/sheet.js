// The sheet follows the table: asks what is new, fetches the page again when something is, says what it was.

const EVERY = 2000; // milliseconds
const AT_MOST = 30000; // between two questions while nothing answers
const PATIENCE = 10000;
const NEAR = 60; // pixels from the end that still count as looking at the newest hand

const page = document.getElementById("sheet");
const news = page.querySelector(".news");
const connection = page.querySelector(".connection");
const { live, pulse, lost, back, gone, changed } = page.dataset;

let tag = null;
let beat = null; // of the pulse, where there is one: it says at little cost whether there is any news
let pause = EVERY;
let timer = null;
let asking = false;

function part() {
  return document.getElementById("now");
}

function paper() {
  return document.getElementById("paper");
}

function toTheNewest() {
  const region = paper();
  region.scrollTop = region.scrollHeight;
}

async function ask() {
  clearTimeout(timer);
  if (asking) return;
  if (!document.hidden) {
    asking = true;
    const over = await look().catch(noAnswer);
    asking = false;
    if (over) return;
  }
  timer = setTimeout(ask, pause);
}

// Whether there is no more use in asking.
async function look() {
  const newest = pulse ? await felt() : null;
  if (newest !== null && newest === beat) {
    answered();
    return false;
  }
  const headers = { Accept: "application/json", ...(tag ? { "If-None-Match": tag } : {}) };
  const answer = await get(live, headers);
  if (answer.status === 403 || answer.status === 404 || answer.type === "opaqueredirect") {
    say(connection, gone);
    return true;
  }
  if (answer.status !== 200 && answer.status !== 304) throw new Error(`answered ${answer.status}`);
  if (answer.status === 200) {
    const told = await answer.json();
    if (!isShown(told)) await refresh(newsOf(told));
    tag = answer.headers.get("ETag");
  }
  beat = newest;
  answered();
  return false;
}

async function felt() {
  const answer = await get(pulse, beat ? { "If-None-Match": beat } : {});
  return answer.status === 200 || answer.status === 304 ? answer.headers.get("ETag") : null;
}

function shownUpTo() {
  return Number(part().dataset.after);
}

function isHeard(told) {
  return String(told.table.voiced) === part().dataset.voiced;
}

function isShown(told) {
  const closed = part().dataset.closed === "yes";
  const sameNames = told.names === part().dataset.names;
  return told.after === shownUpTo() && told.table.closed === closed && sameNames && isHeard(told);
}

// What was entered since; or, if that is the same, what was said of a hand.
function newsOf(told) {
  if (told.after !== shownUpTo()) return told.said || changed;
  return (!isHeard(told) && told.voice) || changed;
}

function get(url, headers) {
  const patience = new AbortController();
  const bell = setTimeout(() => patience.abort(), PATIENCE);
  const asked = { headers, credentials: "same-origin", redirect: "manual", cache: "no-store", signal: patience.signal };
  return fetch(url, asked).finally(() => clearTimeout(bell));
}

function answered() {
  pause = EVERY;
  if (connection.textContent === lost) say(connection, back);
  else if (connection.textContent === back) say(connection, "");
}

function noAnswer() {
  pause = Math.min(pause * 2, AT_MOST);
  say(connection, lost);
  return false;
}

function say(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

async function refresh(words) {
  const answer = await get(location.href, {});
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("now");
  replace(fresh);
  say(news, words);
}

// The reader stays where they are; whoever looked at the newest hand looks at the newest hand.
function replace(fresh) {
  const before = paper();
  const { scrollTop, scrollLeft } = before;
  const atTheEnd = scrollTop + before.clientHeight >= before.scrollHeight - NEAR;
  const known = new Set([...part().querySelectorAll("tr[id]")].map((row) => row.id));
  const focused = focusOf(part());
  part().replaceWith(document.adoptNode(fresh));
  for (const row of part().querySelectorAll("tr[id]")) row.classList.toggle("fresh", !known.has(row.id));
  dress();
  const region = paper();
  region.scrollLeft = scrollLeft;
  if (atTheEnd) toTheNewest();
  else region.scrollTop = scrollTop;
  if (focused) part().querySelector(focused)?.focus({ preventScroll: true });
}

function focusOf(box) {
  const { activeElement } = document;
  if (!box.contains(activeElement)) return null;
  if (activeElement.id) return `#${CSS.escape(activeElement.id)}`;
  if (activeElement.matches("a[href]")) return `a[href="${CSS.escape(activeElement.getAttribute("href"))}"]`;
  const form = activeElement.closest("form[action]");
  return form && `form[action="${CSS.escape(form.getAttribute("action"))}"] button`;
}

function dress() {
  for (const button of part().querySelectorAll("button.print")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

// The whole row opens what its link opens.
page.addEventListener("click", (event) => {
  const row = event.target.closest("#paper tbody tr");
  if (!row || event.target.closest("a") || String(getSelection())) return;
  row.querySelector("a")?.click();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) ask();
});
window.addEventListener("online", ask);

// On a small screen the newest hand may still be under the buttons.
function outFromUnder() {
  const bar = part().querySelector(".bar");
  const covered = bar ? paper().getBoundingClientRect().bottom - bar.getBoundingClientRect().top : 0;
  if (covered > 0) scrollBy(0, covered);
}

dress();
toTheNewest();
outFromUnder();
timer = setTimeout(ask, EVERY);
