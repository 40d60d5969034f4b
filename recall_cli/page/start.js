// The start of the page, its sections, its keys.

const state = { section: "beliefs", moment: null, chosen: null };
const page = JSON.parse(document.getElementById("data").textContent);
const SECTION_LABELS = { beliefs: "Memories", sessions: "Sessions", log: "Writes" };
let list;

/** Show the section that is chosen, as of the moment that is chosen. */
function showSection(keepPlace = false) {
  const moment = shownMoment();
  const isList = state.section in SECTION_LABELS;
  document.getElementById("list").hidden = !isList;
  document.getElementById("cards").hidden = isList;
  document.getElementById("filters").hidden = state.section !== "beliefs";
  const rows = { beliefs: beliefRows, sessions: sessionRows, log: logRows }[state.section]?.(moment);
  document.getElementById("found").textContent = foundText(isList ? rows.filter((row) => !row.heading).length : 0);
  document.getElementById("clear").hidden = !hasFilters();
  if (isList) {
    list.container.setAttribute("aria-label", SECTION_LABELS[state.section]);
    list.show(rows, keepPlace);
  } else if (!(keepPlace && state.moment === null && document.querySelector("#cards form"))) { // what somebody is just writing stays
    document.getElementById("cards").replaceChildren(...(state.section === "contested" ? contestedCards(moment) : reviewCards(moment)));
  }
  showCounts(moment);
}

function foundText(count) {
  if (state.section === "beliefs") {
    const session = filters.session ? " of session " + visible(filters.session) : "";
    return (count ? countText(count, "memory", "memories") : "No memory fits") + session + (hasFilters() ? " of " + memories.count.toLocaleString("en-GB") : "");
  }
  if (state.section === "sessions") return count ? countText(count, "session") : "No session is known.";
  return state.section === "log" ? countText(count, "write") : "";
}

function showCounts(moment) {
  const held = [...(memories.sparse.held ?? new Map()).keys()].filter((place) => stateAt(place, moment) === HELD).length;
  const counts = { contested: conflictsAt(moment).length + questionsAt(moment).length, review: held };
  for (const [section, count] of Object.entries(counts)) {
    document.querySelector(`[data-section=${section}] .count`).textContent = count || "";
  }
}

/** Show soon: many moves of the handle become one drawing. */
function requestShow() {
  if (requestShow.waiting) return;
  requestShow.waiting = true;
  requestAnimationFrame(() => {
    requestShow.waiting = false;
    showSection(true);
    if (state.chosen?.kind === "memory" && !isEditing) showMemory(state.chosen.key, true);
  });
}

function showHeadline() {
  const then = state.moment === null ? null : dateText(state.moment, true);
  const said = { beliefs: ["What recall believes now", "What recall believed on "], contested: ["What is not settled now", "What was not settled on "],
    review: ["What waits for your word", "What waited for your word on "], sessions: ["Sessions of agents", "Sessions of agents until "], log: ["Every write", "Every write until "] }[state.section];
  document.getElementById("headline").textContent = then === null ? said[0] : said[1] + then;
}

function openSection(name) {
  state.section = name;
  for (const button of document.querySelectorAll("[data-section]")) {
    if (button.dataset.section === name) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  showHeadline();
  showSection();
}

function drawRow(row, element) {
  if (row.session) drawSession(row, element);
  else if (row.operation) drawOperation(row, element);
  else drawBelief(row, element);
}

function openRow(row) {
  if (row.session) showSession(row.session);
  else if (row.operation) showOperation(row.operation);
  else showMemory(row.key);
}

/** Show a memory, and choose its row if it is listed. */
function openMemory(place) {
  const at = state.section === "beliefs" ? list.indexOf(place) : -1;
  if (at >= 0) list.choose(at);
  else showMemory(place);
  document.getElementById("detail").focus();
}

function openDetail(title, parts, keepPlace = false) {
  const close = make("button", { type: "button", class: "quiet close", "aria-label": "Close the details", onclick: closeDetail }, "Close");
  const place = document.getElementById("detail");
  place.replaceChildren(make("div", { class: "title" }, make("h2", {}, title), close), ...parts.flat().filter(Boolean));
  if (!keepPlace) place.scrollTop = 0;
  document.body.classList.add("with-detail");
}

function closeDetail() {
  state.chosen = null;
  document.body.classList.remove("with-detail");
  document.getElementById("detail").replaceChildren(make("p", { class: "empty" }, "Choose a memory to see where it comes from, what it ended, and how it fades."));
  document.getElementById("list").focus();
}

/** Light or dark; without a choice, as the system says. */
function listenToTheme() {
  const button = document.getElementById("theme");
  const isDark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const name = () => (button.textContent = isDark() ? "Light" : "Dark");
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  name();
}

/** A key in the search: Escape empties it first, Enter and the arrow down lead to what was found. */
function onSearchKey(key) {
  if (key === "Escape" && filters.query) setQuery("");
  else if (key === "Enter" || key === "ArrowDown") {
    showSection(); // what was typed last may not be drawn yet
    document.getElementById("list").focus();
    list.chooseFirst();
  } else return false;
  return true;
}

/** Look for other words; the box and the list always agree. */
function setQuery(text) {
  document.getElementById("search").value = filters.query = text;
  if (state.section !== "beliefs") openSection("beliefs");
  else requestShow();
}

function onKey(event) {
  const isTyping = event.target.closest("input:not([type=range]):not([type=checkbox]), textarea, select");
  if (event.target.id === "search" && onSearchKey(event.key)) return event.preventDefault();
  if (event.key === "Escape") {
    if (isTyping) document.getElementById("list").focus();
    else closeDetail();
    return;
  }
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { "/": () => document.getElementById("search").focus(), "[": () => stepMoment(-1), "]": () => stepMoment(1), n: () => setMoment(null),
    1: () => openSection("beliefs"), 2: () => openSection("contested"), 3: () => openSection("review"), 4: () => openSection("sessions"), 5: () => openSection("log") };
  const chosen = keys[event.key];
  if (!chosen) return;
  event.preventDefault();
  chosen();
}

/** How many memories the page has, and of when. */
function showSummary() {
  const hidden = page.total - memories.count;
  document.getElementById("summary").textContent = [countText(memories.count, "memory", "memories"), page.project === null ? countText((memories.words.project ?? []).length, "project") : "in " + visible(page.project),
    (page.live ? "live" : "written " + dateText(page.made, true)), hidden > 0 ? hidden.toLocaleString("en-GB") + " older ones left out" : ""].filter(Boolean).join(" · ");
}

function start() {
  loadData(page);
  showSummary();
  if (!(memories.words.project ?? []).includes(page.home)) filters.order = "newest";
  list = new VirtualList(document.getElementById("list"), { label: "Memories", draw: drawRow, open: openRow });
  buildFilters();
  listenToTimeline();
  listenToTheme();
  const search = document.getElementById("search");
  search.addEventListener("input", () => setQuery(search.value));
  for (const button of document.querySelectorAll("[data-section]")) button.addEventListener("click", () => openSection(button.dataset.section));
  document.addEventListener("keydown", onKey);
  window.addEventListener("resize", requestShow);
  window.addEventListener("beforeprint", () => list.render(true));
  closeDetail();
  if (page.as_of !== null) state.moment = page.as_of;
  buildTimeline();
  openSection("beliefs");
  document.activeElement?.blur();
  startLive();
  document.getElementById("sign-out").hidden = !page.signs_out;
  document.body.dataset.ready = "yes";
}

start();
