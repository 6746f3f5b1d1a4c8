// One table on a screen: shows the page again when something is new.

import { fetchPage, followTable } from "./table_news.js";

const { lost, gone: notFoundText } = document.body.dataset;
const connection = document.querySelector(".connection");
const say = (words) => {
  connection.textContent = words;
};

async function renew() {
  const fresh = await fetchPage();
  for (const part of document.querySelectorAll("[data-part]")) {
    part.replaceWith(fresh.querySelector(`[data-part=${part.dataset.part}]`));
  }
}

followTable(document.body.dataset, { renew, answered: () => say(""), lost: () => say(lost), notFound: () => say(notFoundText) });
