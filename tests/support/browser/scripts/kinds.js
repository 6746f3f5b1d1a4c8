// Return the looks of links, buttons, titles, boxes and lists on this page, as the browser draws them, and whether it
// has the class page. What keeps a look of its own (a hand being recorded, a sheet, a spreadsheet, a Speiszettel) is left
// out.
() => {
  if (performance.getEntriesByType("navigation")[0].responseStatus >= 400) return null; // no page of that name
  const OWN = "#record, #paper, .sheet-grid, .paper-width, .settlement, .speiszettel, .recording, .legend, .certificate, .on-paper, .unseen, pre";
  const shown = (one) => one.getClientRects().length > 0 && !one.closest(OWN);
  const all = (query) => [...document.querySelectorAll(query)].filter(shown);
  const look = (one, ...names) => names.map((name) => getComputedStyle(one)[name]).join(" ");
  const kinds = (query, except, ...names) => [...new Set(all(query).filter((one) => !one.matches(except)).map((one) => look(one, ...names)))].sort();

  // In text, a whole row, the way back. Tabs, ways to choose and titles of felt are parts of their own.
  const links = kinds("main a, .back a", ".button, .few a, .felt a, .pick, .chip, .skip", "textDecorationLine", "color");
  // Filled, tinted, gold on felt, danger; what is not ready, and what is chosen, are states.
  const state = "[aria-pressed], :disabled, [aria-disabled=true], .few button, .signed button, .switch, .tick, .pick, .row, .rows button, .felt .second";
  const buttons = kinds("main button, main .button", state, "backgroundColor", "color", "borderRadius");
  const h1 = kinds("main h1", ".hero h1", "fontSize", "fontFamily", "fontWeight", "color");
  // Titles stand at one place, or below tabs at another one; below what was said just now they stand lower.
  const begins = document.querySelector("main > :is(.said, .problems):first-child") === null;
  const place = ({ x, y }) => `${Math.round(x + scrollX)} ${Math.round(y + scrollY)}`;
  const titles = all("main h1").slice(0, begins ? 1 : 0).map((one) => place(one.getBoundingClientRect()));
  const h2 = kinds("main h2", ".felt h2", "fontSize", "fontFamily", "fontWeight", "color");
  // Card, felt, notice: whatever has a ground of its own, round corners, and something in it.
  const isBox = (one) => {
    const { backgroundColor, borderTopLeftRadius } = getComputedStyle(one);
    return !backgroundColor.endsWith(", 0)") && parseFloat(borderTopLeftRadius) >= 8;
  };
  const parts = "button, .button, .few *, .few, .pick, .check, .chip, .menu > ul, .seats *, .tick *, .signed, .search-box, input, select, textarea, summary, img, svg, svg *";
  const boxes = [...new Set(all("main *").filter((one) => !one.matches(parts) && isBox(one)).map((one) => (one.matches(".said, .problems") ? look(one, "borderRadius", "boxShadow") : look(one, "backgroundColor", "borderRadius", "boxShadow"))))].sort();
  // Rows and figures; names, seats, chips and prose are no lists of things.
  const noList = ".picks, .seats, .chips, .menu ul, .errorlist, :not([class]), .grid, .two";
  const kindOf = (one) => (one.matches(".rows") ? "rows" : one.matches("table.figures") ? "figures" : one.className);
  const lists = [...new Set(all("main :is(ul, ol, table)").filter((one) => !one.matches(noList) || one.localName === "table").map(kindOf))].sort();
  return { drawn: document.querySelector("main.page") !== null, kinds: { links, buttons, h1, titles, h2, boxes, lists } };
}
