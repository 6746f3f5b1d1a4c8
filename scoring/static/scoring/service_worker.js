// Opens the first page, a club's Heute, the recording page, the sheet and its rules without network, as this browser saw them last.
// The program puts four lines above this one: VERSION, FILES that those pages are made of, ENGINE_FILES that
// a phone loads to settle without network, and INSTEAD, which is shown in place of any other page.

const PAGES = /^\/(sheets\/\d+\/((record|rules)\/)?|rules\/[\w-]+\/(examples\/(\w+\/)?)?|clubs\/[\w-]+\/(play\/away\/)?)?$/;
const CLUB = /^\/clubs\/[\w-]+\/$/; // where members begin, and where "/" leads them
const TABLE_LINK = /^\/t\/[\w-]+\/$/; // the code on a table's card
const PLAY = /^(\/clubs\/[\w-]+\/)(evenings\/\d+\/)?play\/$/; // where a table is opened; without network, at the page below
const CHANGING_WHO = /^\/(sign-in|sign-out|setup|invitation)\//;
const HASHED = /\.[0-9a-f]{12}\.\w+$/; // such a file never changes
const SCRIPT = /\.js$/;
const IMPORTED = /^(?:import|\}) [^;]*"(\..+)";$/gm; // by scripts that are not sent whole
const PATIENCE = 4000; // milliseconds; then what is kept has to do
const ENGINE = "engine"; // where what was loaded of it stays through versions; only phones that want it have it
const WHOSE = "/whose-pages"; // where it is noted for whom the pages were made

addEventListener("install", (event) => {
  const filled = caches.open(VERSION).then((cache) => cache.addAll(FILES).then(() => addImported(cache, FILES)));
  event.waitUntil(filled.then(() => skipWaiting()));
});

// Where nothing has joined the scripts, what they import comes along.
async function addImported(cache, scripts) {
  const imported = await Promise.all(
    scripts.filter((name) => SCRIPT.test(name)).map(async (name) => {
      const text = await (await cache.match(name)).text();
      return [...text.matchAll(IMPORTED)].map(([, path]) => new URL(path, new URL(name, location)).pathname);
    }),
  );
  const cached = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const missing = [...new Set(imported.flat())].filter((name) => !cached.includes(name));
  await cache.addAll(missing);
  if (missing.length) await addImported(cache, missing);
}

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOlder(), renewEngine()]).then(() => clients.claim()));
});

// Fetches the page `keep`; a message with `once` only if it is not cached yet: then no opening of a table makes the server
// render others. Pages of an earlier program and of a later one send to this worker too, so its words stay.
addEventListener("message", (event) => {
  const { keep, link, once: onlyMissing } = event.data;
  if (!PAGES.test(keep) && keep !== INSTEAD) return;
  const caching = keepRequested(new URL(keep, location), onlyMissing);
  event.waitUntil(TABLE_LINK.test(link) ? caching.then(() => keepLink(link, keep)) : caching);
});

// Only what is read is answered here. Whatever is written goes to the server and nowhere else; a form that cannot be
// sent gets a page of ours.
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const isPage = request.mode === "navigate";
  if (isPage && url.searchParams.has("language")) event.waitUntil(inTurn(forgetPages)); // they are in the other one
  if (request.method !== "GET") {
    if (CHANGING_WHO.test(url.pathname)) event.waitUntil(forgetPages());
    if (isPage) event.respondWith(fetch(request).catch(instead));
    return;
  }
  if (isPage && PAGES.test(url.pathname)) event.respondWith(page(event, url));
  else if (isPage && TABLE_LINK.test(url.pathname)) event.respondWith(linked(request, url));
  else if (isPage && PLAY.test(url.pathname)) event.respondWith(begun(request, url));
  else if (isPage) event.respondWith(fetch(request).catch(instead));
  else if (ENGINE_FILES.includes(url.pathname)) event.respondWith(partOfEngine(event, url));
  else if (FILES.includes(url.pathname) || SCRIPT.test(url.pathname)) event.respondWith(file(request, url));
});

async function page(event, url) {
  const fetching = fetch(event.request);
  event.waitUntil(fetching.then((answer) => keepPage(url, answer.clone())).catch(() => null));
  const answer = await soon(fetching);
  if (answer !== null && answer.status < 500) return answer;
  const cache = await caches.open(VERSION);
  const cached = (await cache.match(url.href)) ?? (url.pathname === "/" ? await lastClub(cache) : undefined);
  return cached ?? answer ?? fetching.catch(instead);
}

async function lastClub(cache) {
  const club = (await cache.keys()).findLast((request) => CLUB.test(new URL(request.url).pathname));
  return club && Response.redirect(club.url);
}

// The code of a table scanned once more: without network it opens what is kept of the table.
async function linked(request, url) {
  const fetching = fetch(request);
  const cached = await (await caches.open(VERSION)).match(url.pathname);
  return (await soon(fetching)) ?? (cached ? Response.redirect(await cached.text()) : fetching.catch(instead));
}

async function begun(request, url) {
  const fetching = fetch(request);
  const away = new URL(url.pathname.replace(PLAY, "$1play/away/"), url);
  const cached = await (await caches.open(VERSION)).match(away.href);
  return (await soon(fetching)) ?? (cached ? Response.redirect(away) : fetching.catch(instead));
}

async function keepLink(link, page) {
  await (await caches.open(VERSION)).put(link, new Response(page));
}

// The browser's own error, only where not even that page is there.
async function instead() {
  return (await (await caches.open(VERSION)).match(new URL(INSTEAD, location).href)) ?? Response.error();
}

async function file(request, url) {
  const cache = await caches.open(VERSION);
  const cached = await cache.match(url.pathname);
  if (cached && HASHED.test(url.pathname)) return cached;
  const fetching = fetch(request);
  return (await soon(fetching)) ?? cached ?? fetching;
}

async function partOfEngine(event, { pathname }) {
  const cache = await caches.open(ENGINE);
  const cached = await cache.match(pathname);
  if (cached) return cached;
  const answer = await fetch(event.request);
  const full = () => null; // there is no room for it on this phone
  if (answer.ok) event.waitUntil(cache.put(pathname, answer.clone()).catch(full));
  return answer;
}

// A phone that has an engine gets that of the new version; what is left of the old one goes.
async function renewEngine() {
  if (!(await caches.has(ENGINE))) return;
  const cache = await caches.open(ENGINE);
  const cached = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const missing = ENGINE_FILES.filter((name) => !cached.includes(name));
  await cache.addAll(missing).catch(() => null); // then they are loaded when they are needed
  const isOld = (name) => !ENGINE_FILES.some((file) => name.startsWith(file)); // the engine's memory begins like it
  await Promise.all(cached.filter(isOld).map((name) => cache.delete(name)));
}

// The answer, or null if there is none within a moment.
function soon(fetching) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  return Promise.race([fetching.catch(() => null), late]);
}

let turn = Promise.resolve(); // pages are kept one after the other, since each asks for which account the others were made

function inTurn(act) {
  turn = turn.catch(() => null).then(act);
  return turn;
}

function keepPage(url, answer) {
  return inTurn(() => putPage(url, answer));
}

async function keepRequested(url, onlyMissing) {
  await turn.catch(() => null); // by then there is what is being kept just now
  if (onlyMissing && (await (await caches.open(VERSION)).match(url.href))) return;
  await keepPage(url, await fetch(url));
}

// A page of ours is marked with who it was made for; anything else that was answered is not kept.
async function putPage(url, answer) {
  const cache = await caches.open(VERSION);
  if (answer.type === "opaqueredirect" || answer.status === 403 || answer.status === 404) {
    await cache.delete(url.href);
    return;
  }
  if (answer.status !== 200 || answer.redirected) return;
  const text = await answer.text();
  const marked = /data-visitor="(\d*)"/.exec(text);
  if (marked === null) return;
  await belongTo(marked[1]);
  const markedText = text.replace('data-visitor="', 'data-kept="yes" data-visitor="');
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  await cache.put(url.href, new Response(markedText, { headers }));
}

// Forgets the pages that were kept for another account.
async function belongTo(visitor) {
  const cache = await caches.open(VERSION);
  const before = await cache.match(WHOSE);
  if (before && (await before.text()) === visitor) return;
  await forgetPages();
  await cache.put(WHOSE, new Response(visitor));
}

async function forgetPages() {
  const cache = await caches.open(VERSION);
  const pages = (await cache.keys()).filter(({ url }) => !FILES.includes(new URL(url).pathname) && !SCRIPT.test(url));
  await Promise.all(pages.map((request) => cache.delete(request)));
}

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== VERSION && name !== ENGINE).map((name) => caches.delete(name)));
}
