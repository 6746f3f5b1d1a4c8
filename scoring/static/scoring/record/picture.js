// What waits here, shown as a code: another phone that has network delivers it, or the director's machine.

import { presentTime } from "../clock.js";
import { codesOf, messageOf } from "../picture/message.js";
import { qrOf, svgOf } from "../picture/qr.js";
import { origins } from "./ids.js";
import { shelf } from "./shelf.js";
import { order } from "./saving_blocks.js";
import { say } from "./words.js";

// The button, where hands wait and nothing comes through.
export function pictureButton(page, first) {
  const canSend = page.nothingThrough !== "no_answer" || first.stopped || page.editing !== null;
  if (canSend || page.table.log) return null;
  return order("showPicture", { key: "picture", class: "opener" }, say(page.table, "show_picture"));
}

// `given` is what the server says about pictures of this sheet: {url, sheet, key, title, now}. The last is its
// clock, which tells how wrong this phone's is; a page that the phone itself kept is too old to tell.
export function pictured(given, fromPhone) {
  if (!given) return null;
  const clock = shelf("clock", 1);
  if (!fromPhone) clock.write(given.now - presentTime());
  return { ...given, off: clock.read() ?? 0 };
}

// Shows the codes one at a time, large and still, until they are put away; or why there is none.
export function showPicture({ picture, table, server }, { deeds: all, after }) {
  const now = presentTime();
  const deeds = all.filter(({ what }) => what !== "version"); // they are no entries
  const { form } = server;
  const codes = picture ? codesOf(messageOf({ ...picture, form, after, deeds, made: origins(), now })) : [];
  const dialog = document.createElement("dialog");
  dialog.className = "picture";
  let place = 0;
  const put = (what, name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = say(table, name);
    button.addEventListener("click", what);
    return button;
  };
  const part = (name, words) => {
    const element = document.createElement(name);
    element.textContent = words;
    return element;
  };
  const code = document.createElement("div");
  const which = part("p", "");
  which.setAttribute("role", "status");
  const draw = () => {
    const title = say(table, "picture_of", { place: place + 1, count: codes.length });
    which.textContent = codes.length > 1 ? title : "";
    code.innerHTML = svgOf(qrOf(`${picture.url}#`, codes[place]), title);
    code.dataset.address = `${picture.url}#${codes[place]}`;
  };
  const next = put(() => {
    place = (place + 1) % codes.length;
    draw();
  }, "picture_next");
  next.hidden = codes.length === 1;
  const away = put(() => dialog.close(), picture ? "picture_away" : "picture_none_away");
  if (picture) {
    dialog.append(part("h2", picture.title), part("p", say(table, "picture_how")), which, code, next, away);
    draw();
  } else dialog.append(part("h2", say(table, "show_picture")), part("p", say(table, "no_picture")), away);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
