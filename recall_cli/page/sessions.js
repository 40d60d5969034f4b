// What each session of an agent left in the store, and what agents were shown while it ran.

/** All sessions, newest first. */
function allSessions() {
  const sessions = new Map();
  const touch = (id, time, author) => {
    let session = sessions.get(id);
    if (!session) sessions.set(id, (session = { id, first: time, last: time, author, left: [], changed: 0 }));
    session.first = Math.min(session.first, time);
    session.last = Math.max(session.last, time);
    return session;
  };
  for (const [place, id] of memories.sparse.session ?? []) {
    touch(id, memories.columns.created[place], word("author", memories.columns.author[place])).left.push(place);
  }
  for (const operation of memories.operations.values()) {
    if (operation.session !== null) touch(operation.session, operation.at, operation.author).changed++;
  }
  return [...sessions.values()].sort((one, other) => other.first - one.first);
}

/** The memories that were first or last shown to an agent in a span of time. */
function shownBetween(first, last) {
  const found = [];
  for (const [place, times] of memories.sparse.shown ?? []) {
    if (times.some((time) => time >= first && time <= last)) found.push(place);
  }
  return found;
}

const SESSION_LEAD = 10 * 60000; // a brief is shown before the session writes anything

function sessionRows(moment) {
  const rows = allSessions().filter((session) => session.first <= moment);
  return rows.map((session, at) => ({ key: session.id, session, position: at + 1 }));
}

function drawSession(row, element) {
  const { session } = row;
  element.append(
    make("div", { class: "words" }, quoted(session.author), " ", make("span", { class: "dim" }, "session ", quoted(session.id))),
    make("div", { class: "marks" },
      make("span", {}, dateText(session.first, true)),
      make("span", {}, "left " + countText(session.left.length, "memory", "memories")),
      make("span", { class: "dim" }, countText(session.changed, "write"))));
}

/** A session in full. */
function showSession(session) {
  state.chosen = { kind: "session", key: session.id };
  const told = shownBetween(session.first - SESSION_LEAD, session.last);
  const list = (places) => make("ul", { class: "plain" }, places.slice(0, 200).map((place) => make("li", {}, memoryLink(place))),
    places.length > 200 ? make("li", { class: "dim" }, "and " + (places.length - 200).toLocaleString("en-GB") + " more") : null);
  openDetail("Session", [
    make("p", {}, quoted(session.author), ", ", dateText(session.first, true) + (session.last > session.first ? " to " + dateText(session.last, true) : "")),
    make("p", { class: "dim" }, quoted(session.id)),
    block("Shown to agents in this time", told.length ? [make("p", { class: "dim" }, "recall keeps the first and the last time that each memory was shown, not each session that saw it."), list(told)] : [make("p", { class: "dim" }, "Nothing that is still known.")]),
    block("Left by this session", session.left.length ? list(session.left) : [make("p", { class: "dim" }, "No memory.")]),
    make("button", { type: "button", class: "quiet", onclick: () => listSession(session.id) }, "List what it left"),
    block("At a terminal", [shellWord(session.id) === null ? null : commandLine("recall feedback --helpful --session=" + shellWord(session.id))]),
  ]);
}

/** Go to a session from anywhere. */
function openSession(id) {
  openSection("sessions");
  const session = allSessions().find((each) => each.id === id);
  if (session) showSession(session);
}

/** List only what a session left. */
function listSession(id) {
  clearFilters();
  filters.session = id;
  filters.state = "all";
  buildFilters();
  openSection("beliefs");
}
