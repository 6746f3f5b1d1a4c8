// What hands come to that the server does not know yet: asked of the engine of this phone, where it has one.

import { isPrepared } from "./prepared.js";
import { rightNames } from "./right_names.js";
import { get, readJson } from "./sending.js";
import { shelf, tidyUp } from "./shelf.js";

const FORM = 1; // of a question, as scoring/engine/phone.py reads it
const VERSION = 1;

// `changed` is called when more is known than before. `root` says where the engine lies: {module, parts}.
export function reckoning(root, changed) {
  const given = root.dataset.engine ? JSON.parse(root.dataset.engine) : null;
  const colours = JSON.parse(root.dataset.colours || "{}");
  const isReady = () => given !== null && isPrepared();
  let engine = null; // a promise, once it was begun
  let lastQuestion = ""; // what was asked last
  let rules = { digest: null, text: null }; // those that were read last
  let missing = null; // the checksum of those that could not be had
  let trouble = null; // {word, text}: why the last question had no answer; in the engine's own words, or one of the page
  let lastAnswer = { about: "", waits: [], entries: [] }; // what was answered last, `together` where that was asked for

  if (isReady()) tidyUp("rules");

  // Asks about all that waits, where that was not asked yet; for a sheet of it, too, where that is in view.
  async function look(table, all, withSheet) {
    if (!isReady() || !table.standing) return;
    const deeds = all.filter(isOfTheTable);
    if (deeds.length === 0) {
      if (missing !== table.standing.rules) rulesOf(table);
      return;
    }
    const waits = deeds.map((deed) => waitOf(table, deed));
    const [about, keys] = [aboutOf(table), waits.map((wait) => JSON.stringify(wait))];
    const sheet = withSheet ? given.played_for : null;
    const question = [about, ...keys, withSheet].join();
    if (question === lastQuestion) return;
    lastQuestion = question;
    const before = JSON.stringify(trouble);
    const answer = await answerTo(table, { waits, sheet });
    if (question !== lastQuestion) return;
    if (answer === null) {
      lastQuestion = ""; // to be asked again, when something else is drawn
      if (JSON.stringify(trouble) !== before) changed();
      return;
    }
    const { entries, sheet: lines, settling, course } = answer;
    lastAnswer = { about, waits: keys, entries, together: { sheet: lines, settling, course } };
    changed();
  }

  // What is known of these deeds, in their order, as far as it is known; each as scoring/engine/phone.py says it.
  function known(table, all) {
    if (!isReady() || lastAnswer.about !== aboutOf(table)) return [];
    const deeds = all.filter(isOfTheTable);
    const differs = deeds.findIndex((deed, place) => lastAnswer.waits[place] !== JSON.stringify(waitOf(table, deed)));
    const entries = lastAnswer.entries.slice(0, differs < 0 ? deeds.length : differs);
    return [...Array(entries.length && all.length - deeds.length).fill(null), ...entries];
  }

  // What the server would answer while this is typed; null, where the phone cannot say it.
  async function preview(table, draft) {
    if (!isReady() || !table.standing) return null;
    return (await answerTo(table, { typed: draft }))?.preview ?? null;
  }

  async function answerTo(table, further) {
    const text = await rulesOf(table);
    if (text === null) return fail("no_rules");
    const { standing } = table;
    const language = document.documentElement.lang;
    try {
      engine ??= import(given.module).then(({ phoneEngine }) => phoneEngine(given.parts));
      const { ask } = await engine;
      const answer = await ask({ form: FORM, language, names: namesOf(table), colours, rules: text, standing, ...further });
      if (!answer || answer.wrong) return fail("no_engine", answer?.text);
      trouble = null;
      return answer;
    } catch {
      engine = null; // it could not be loaded
      return fail("no_engine");
    }
  }

  function fail(word, text = "") {
    trouble = { word, text };
    return null;
  }

  // The rules that hold for the next hand, as they lie on this phone or the server sends them; or null.
  async function rulesOf({ standing, urls }) {
    if (rules.digest === standing.rules) return rules.text;
    const store = shelf(`rules ${standing.rules}`, VERSION);
    const stored = store.read();
    if (stored !== null) return remembered(stored);
    try {
      const sent = await get(urls.rules_here, readJson);
      if (sent?.digest !== standing.rules) throw new Error("other rules");
      const text = JSON.stringify(sent);
      store.write(text);
      return remembered(text);
    } catch {
      missing = standing.rules;
      return null;
    }

    function remembered(text) {
      rules = { digest: standing.rules, text };
      return text;
    }
  }

  async function fetchRules(table) {
    return !table.standing || (await rulesOf(table)) !== null;
  }

  // What waits as a sheet, its course and who pays whom, as it was answered last; null, where this phone does not settle.
  const together = () => (isReady() ? (lastAnswer.together ?? {}) : null);

  return { fetchRules, known, look, preview, together, trouble: () => trouble };
}

// What became of the hands of two phones is sent before all that waits, and is no entry of its own.
function isOfTheTable({ what }) {
  return what !== "version";
}

function aboutOf(table) {
  return JSON.stringify([table.standing, namesOf(table)]);
}

function namesOf({ seats, known }) {
  return { ...known, ...Object.fromEntries(seats.map(({ id, name }) => [id, name])) };
}

function waitOf(table, { what, record, standing, anyway, seen: seenUpTo }) {
  if (what === "undo") return { undo: true, standing: standing?.standing ?? null };
  return { record, anyway, really: rightNames(table, seenUpTo ?? table.after) };
}
