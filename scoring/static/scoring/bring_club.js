// Shows how far a club is while the server stores and checks it. At the end, and whenever the server has
// something else to say, the form is sent as it would be without this script.

import { canListen, isNews, news } from "./news.js";

const numbers = new Intl.NumberFormat({ de: "de-AT", en: "en-GB" }[document.documentElement.lang] ?? document.documentElement.lang);
const form = document.querySelector("form.bringing");
const button = form.querySelector("button:not([type=button])");
const making = document.querySelector(".making");
const bar = making.querySelector("progress");
const soFar = making.querySelector(".so-far");
const message = document.querySelector(".made");
const problem = document.querySelector(".problems.while-bringing");

function show({ what, done: count, of }) {
  if (of) {
    bar.max = of;
    bar.value = count;
  } else bar.removeAttribute("value"); // how many there are is not known
  const outOf = of ? ` / ${numbers.format(of)}` : "";
  soFar.textContent = `${making.dataset[what]} ${numbers.format(count)}${outOf}`;
}

function end(words) {
  making.hidden = true;
  message.textContent = "";
  problem.hidden = false;
  problem.querySelector("p").textContent = words;
  button.disabled = false;
}

async function bring() {
  const address = new URL(form.action);
  address.searchParams.set("progress", "1");
  const answer = await fetch(address, { method: "POST", body: new FormData(form) });
  if (!isNews(answer)) return form.submit();
  for await (const line of news(answer)) {
    if (line.problem) return end(line.problem);
    if (line.send) return form.submit();
    show(line);
  }
  throw new Error("ended before the club was there");
}

form.addEventListener("submit", async (event) => {
  if (!canListen) return;
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  problem.hidden = true;
  bar.removeAttribute("value");
  soFar.textContent = "";
  making.hidden = false;
  message.textContent = making.dataset.begun;
  try {
    await bring();
  } catch {
    end(making.dataset.failed);
  }
});
