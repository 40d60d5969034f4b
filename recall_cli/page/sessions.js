// What each session of an agent was shown, what happened to that later, and what it left in the store.

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
  for (const [id, { agent, shown }] of memories.shownTo) {
    for (const [, time] of shown) touch(id, time, agent ?? "an agent");
  }
  return [...sessions.values()].sort((one, other) => other.first - one.first);
}

/** What a session was shown until a moment: the place of each memory, and when it was shown last. */
function shownTo(id, moment) {
  const found = [];
  for (const [number, time] of memories.shownTo.get(id)?.shown ?? []) {
    const place = memories.placeOfNumber.get(number);
    if (place !== undefined && time <= moment) found.push({ place, time });
  }
  return found;
}

const LATER_WORDS = { update: "corrected", edit: "corrected", tag: "tagged", delete: "deleted", feedback: "rated", store: "ended or stated again", resolve: "settled", review: "reviewed", pin: "pinned", unpin: "unpinned", consolidate: "merged", expire: "expired" };

/** What happened to a memory after it was shown, in words. */
function laterWords({ place, time }, moment) {
  const later = (memories.changes.get(place) ?? []).filter((change) => change.at > time && change.at <= moment && !change.undone);
  const words = later.reverse().map((change) => {
    if ("deleted" in change.after && change.after.deleted !== null) return "deleted";
    if ("ended" in change.after && change.after.ended !== null) return "ended";
    return LATER_WORDS[change.kind] ?? change.kind;
  });
  return [...new Set(words)].join(", ");
}

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
      make("span", {}, "shown " + shownTo(session.id, shownMoment()).length.toLocaleString("en-GB")),
      make("span", {}, "left " + countText(session.left.length, "memory", "memories")),
      make("span", { class: "dim" }, countText(session.changed, "write"))));
}

/** A session in full. */
function showSession(session) {
  state.chosen = { kind: "session", key: session.id };
  const moment = shownMoment(), shown = shownTo(session.id, moment);
  const list = (rows, after = () => "") => make("ul", { class: "plain" }, rows.slice(0, 200).map((row) => make("li", {}, memoryLink(row.place ?? row),
    after(row) ? make("span", { class: "reason" }, "later " + visible(after(row))) : null)),
    rows.length > 200 ? make("li", { class: "dim" }, "and " + (rows.length - 200).toLocaleString("en-GB") + " more") : null);
  openDetail("Session", [
    make("p", {}, quoted(session.author), ", ", dateText(session.first, true) + (session.last > session.first ? " to " + dateText(session.last, true) : "")),
    make("p", { class: "dim" }, quoted(session.id)),
    block("Shown to this session", shown.length ? list(shown, (row) => laterWords(row, moment)) : [make("p", { class: "dim" }, "Nothing that is still known.")]),
    block("Left by this session", session.left.length ? list(session.left) : [make("p", { class: "dim" }, "No memory.")]),
    make("button", { type: "button", class: "quiet", onclick: () => listSession(session.id) }, "List what it left"),
    block("At a terminal", shellWord(session.id) === null ? null : [commandLine("recall log --told " + shellWord(session.id)),
      commandLine("recall delete --session=" + shellWord(session.id))]),
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
