// Which memories are listed, and in which order.

const filters = { query: "", trust: new Set(), state: BELIEVED, project: "", type: "", mark: "", order: "project", session: "" };
const TRUST_NAMES = { user: "you", colleague: "colleagues", agent: "agents", imported: "imports", tool: "tools" };
const STATES = [[BELIEVED, "Believed"], ["over", "Ended"], [DELETED, "Deleted"], ["all", "Everything"]];
const MARKS = [["", "Any"], ["contested", "Contested"], ["pinned", "Pinned"], ["fading", "Fading"], ["stale", "About changed code"], ["shown", "Shown to agents"], ["unused", "Never shown"]];
const ORDERS = [["project", "By project"], ["newest", "Newest"], ["oldest", "Oldest"], ["importance", "Importance"], ["fading", "Most faded"]];
const FADING_BELOW = 0.5;

/** The controls of the filters, made once. */
function buildFilters() {
  const place = document.getElementById("filters");
  const trusts = Object.keys(TRUST_NAMES).filter((name) => (memories.words.trust ?? []).includes(name));
  const chips = trusts.map((name) => {
    const box = make("input", { type: "checkbox", value: name });
    box.addEventListener("change", () => {
      if (box.checked) filters.trust.add(name);
      else filters.trust.delete(name);
      showSection();
    });
    return make("label", { class: "chip trust-" + name }, box, make("span", { class: "dot", "aria-hidden": "true" }), TRUST_NAMES[name]);
  });
  const names = (field) => [...memories.words[field]].sort((one, other) => one.localeCompare(other)).map((name) => [name, visible(name)]);
  place.replaceChildren(
    make("fieldset", { class: "chips" }, make("legend", { class: "hidden" }, "Said by"), chips),
    choice("state", "State", STATES),
    choice("project", "Project", [["", "All projects"], ["-", "No project"], ...names("project")]),
    choice("type", "Type", [["", "All types"], ...names("type")]),
    choice("mark", "Only", MARKS),
    choice("order", "Order", ORDERS),
    make("button", { type: "button", class: "quiet", id: "clear", onclick: clearFilters, hidden: true }, "Clear"));
}

function choice(name, label, options) {
  const list = make("select", { id: "filter-" + name }, options.map(([value, text]) => make("option", { value }, text)));
  list.value = filters[name];
  list.addEventListener("change", () => {
    filters[name] = list.value;
    showSection();
  });
  return make("label", { class: "choice" }, make("span", {}, label), list);
}

function clearFilters() {
  Object.assign(filters, { query: "", state: BELIEVED, project: "", type: "", mark: "", session: "" });
  filters.trust.clear();
  document.getElementById("search").value = "";
  buildFilters();
  showSection();
}

function hasFilters() {
  return Boolean(filters.query || filters.trust.size || filters.project || filters.type || filters.mark || filters.session || filters.state !== BELIEVED);
}

/** The words of the search, in lower case. */
function searchWords() {
  return filters.query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** What a search looks through: the text, the fact, the topic, the tags, the id. */
function searchable(place, past) {
  if (past === null && memories.lowerCase[place] !== undefined) return memories.lowerCase[place];
  const tags = present(place, "tags");
  const parts = ["text", "entity", "attribute", "value", "topic", "id"].map((name) => valueAt(place, name, past));
  if (tags) parts.push(...Object.entries(tags).flat());
  const text = parts.filter(Boolean).join("\n").toLowerCase();
  if (past === null) memories.lowerCase[place] = text;
  return text;
}

/** The places of the memories that pass the filters at a moment, in order. */
function matchingMemories(moment) {
  const words = searchWords();
  const wanted = {
    trust: filters.trust.size ? new Set([...filters.trust].map((name) => memories.words.trust.indexOf(name))) : null,
    project: filters.project === "" ? null : filters.project === "-" ? -1 : memories.words.project.indexOf(filters.project),
    type: filters.type === "" ? null : memories.words.type.indexOf(filters.type),
  };
  const contested = filters.mark === "contested" ? new Set(conflictsAt(moment).flatMap((conflict) => conflict.sides)) : null;
  const found = [];
  for (const place of memories.newestFirst) {
    const past = pastValues(place, moment);
    const state = stateAt(place, moment, past);
    if (state === null || !hasWantedState(state)) continue;
    if (wanted.trust !== null && !wanted.trust.has(valueAt(place, "trust", past))) continue;
    if (wanted.project !== null && valueAt(place, "project", past) !== wanted.project) continue;
    if (wanted.type !== null && valueAt(place, "type", past) !== wanted.type) continue;
    if (filters.session && present(place, "session") !== filters.session) continue;
    if (filters.mark && !hasMark(place, moment, past, contested)) continue;
    if (words.length) {
      const text = searchable(place, past);
      if (!words.every((wordOf) => text.includes(wordOf))) continue;
    }
    found.push(place);
  }
  return inOrder(found, moment);
}

function hasWantedState(state) {
  if (filters.state === "all") return true;
  if (filters.state === "over") return state === ENDED || state === EXPIRED;
  return state === filters.state;
}

function hasMark(place, moment, past, contested) {
  if (filters.mark === "contested") return contested.has(place);
  if (filters.mark === "stale") return present(place, "stale") !== null;
  if (filters.mark === "pinned") return Boolean(valueAt(place, "pinned", past));
  if (filters.mark === "fading") return strengthAt(place, moment, past) < FADING_BELOW;
  const shown = present(place, "shown");
  const wasShown = shown !== null && shown[0] <= moment;
  return filters.mark === "shown" ? wasShown : !wasShown;
}

function inOrder(places, moment) {
  if (filters.order === "newest") return places;
  if (filters.order === "oldest") return places.reverse();
  if (filters.order === "project") return byProject(places, moment);
  const key = filters.order === "importance" ? (place) => -memories.columns.importance[place] : (place) => strengthAt(place, moment);
  const keys = new Map(places.map((place) => [place, key(place)]));
  return places.sort((one, other) => keys.get(one) - keys.get(other));
}

/** The memories of each project together: the project of the folder, those without one, then by name. */
function byProject(places, moment) {
  const groups = new Map();
  for (const place of places) {
    const project = valueAt(place, "project", pastValues(place, moment));
    if (groups.has(project)) groups.get(project).push(place);
    else groups.set(project, [place]);
  }
  const name = (project) => word("project", project) ?? "";
  const isHome = (project) => name(project) === page.home;
  return [...groups.keys()].sort((one, other) => isHome(other) - isHome(one) || name(one).localeCompare(name(other))).flatMap((project) => groups.get(project));
}
