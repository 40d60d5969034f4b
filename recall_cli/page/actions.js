// Changes on a live page (recall view --live): each is one request, made as the person who started the page, and can be undone.

const REFRESH_EVERY = 15000;
let lastUse = Date.now(), isEditing = false;

/** Do something, and show what it changed; whether it was done. */
async function act(name, values) {
  try {
    const answer = await ask("/act/" + name, values);
    isEditing = false;
    takeOver(answer.data);
    const canUndo = answer.operation !== null && name !== "undo";
    const button = (text, action, request) => make("button", { type: "button", class: "small", onclick: () => act(action, request) }, text);
    const ended = answer.stays_ended.map((text) => "stays ended: " + text.slice(0, 120));
    showMessage([answer.said, ...answer.notes, ...ended].join(" · "), false, ...(ended.length ? [button("Bring back", "bring_back", { id: values.id })] : []),
      ...(canUndo ? [button("Undo", "undo", { operation: answer.operation })] : []));
    return true;
  } catch (error) {
    showMessage(error.message, true);
    return false;
  }
}

/** Ask the running recall; an error has its one-line reason. */
async function ask(path, values) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST", credentials: "same-origin", cache: "no-store",
      headers: { "Content-Type": "application/json", "X-Recall-Page": page.live.token },
      body: JSON.stringify({ ...values, since: newestOperation() }),
    });
  } catch {
    throw new Error("recall view --live has ended: start it again at the terminal");
  }
  if (!response.ok) throw new Error((await response.text()).trim() || "recall refused this");
  return response.json();
}

/** Take over what other programs have written meanwhile. */
async function refresh() {
  if (document.hidden) return;
  const active = Date.now() - lastUse < REFRESH_EVERY * 2;
  try {
    const answer = await ask("/changes", { active });
    if (answer.data.total < memories.count) return window.location.reload(); // some were erased
    const sessions = JSON.stringify(answer.data.sessions);
    const isSame = sessions === refresh.sessions && Math.max(0, ...answer.data.operations.map((row) => row[0])) === newestOperation();
    refresh.sessions = sessions;
    if (isSame && !answer.data.memories.n.length) return;
    takeOver(answer.data);
  } catch (error) {
    showMessage(error.message, true);
    clearInterval(refresh.timer);
  }
}

/** Take over changed data, and show it. */
function takeOver(data) {
  const wordCount = () => memories.words.project.length + memories.words.type.length + memories.words.trust.length;
  const before = wordCount();
  loadData(data);
  page.made = data.made;
  page.total = data.total;
  if (wordCount() > before && !document.activeElement.closest("#filters")) buildFilters();
  showSummary();
  buildTimeline();
  showSection(true);
  if (isEditing) return; // what somebody is just writing stays
  const chosen = state.chosen;
  if (chosen?.kind === "memory") showMemory(chosen.key);
  else if (chosen?.kind === "operation" && memories.operations.has(chosen.key)) showOperation(memories.operations.get(chosen.key));
  else if (chosen?.kind === "session") allSessions().filter((session) => session.id === chosen.key).forEach(showSession);
}

/** The buttons for one memory. */
function memoryActions(place, moment) {
  if (state.moment !== null) return null;
  const id = memories.columns.id[place];
  const now = stateAt(place, moment);
  if (now === DELETED) return null;
  const button = (text, action, values, kind = "quiet") => make("button", { type: "button", class: kind, onclick: () => act(action, { id, ...values }) }, text);
  if (now === HELD) return make("div", { class: "buttons" }, button("Approve as my own words", "approve", {}, ""), button("Reject", "reject", {}));
  const isPinned = Boolean(present(place, "pinned"));
  return make("div", { class: "buttons" },
    make("button", { type: "button", onclick: () => editMemory(place) }, "Edit"),
    button(isPinned ? "Unpin" : "Pin", "pin", { pinned: !isPinned }),
    button("Helpful", "feedback", { helpful: true }), button("Not helpful", "feedback", { helpful: false }),
    button("Delete", "delete", {}, "quiet harm"));
}

/** Edit the words of a memory. */
function editMemory(place) {
  const words = make("textarea", { rows: 6, "aria-label": "Text", dir: "auto" });
  words.value = memories.columns.text[place];
  const importance = make("input", { type: "number", min: 0, max: 1, step: 0.05, value: memories.columns.importance[place] });
  const save = () => {
    const number = Number(importance.value);
    act("edit", { id: memories.columns.id[place], text: words.value, importance: Number.isFinite(number) ? number : null });
  };
  const form = make("div", { class: "edit" }, make("label", {}, make("span", {}, "Text"), words),
    make("label", {}, make("span", {}, "Importance"), importance),
    make("div", { class: "buttons" }, make("button", { type: "button", onclick: save }, "Save"),
      make("button", { type: "button", class: "quiet", onclick: () => showMemory(place) }, "Cancel")),
    make("p", { class: "dim" }, "The old words stay in the history."));
  isEditing = true;
  document.querySelector("#detail blockquote")?.replaceWith(form);
  words.focus();
}

function startLive() {
  if (!page.live) return;
  window.history.replaceState(null, "", "/"); // nothing of how the page was reached stays in the address
  refresh.timer = setInterval(refresh, REFRESH_EVERY);
  document.addEventListener("visibilitychange", refresh);
  for (const event of ["pointerdown", "keydown", "wheel"]) document.addEventListener(event, () => (lastUse = Date.now()), { passive: true });
}

