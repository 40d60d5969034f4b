// The record of writes: who did what and when, and how to take it back.

const NO_UNDO = ["scan", "erase", "purge", "revoke"];

function logRows(moment) {
  const rows = [...memories.operations.values()].filter((operation) => operation.at <= moment).sort((one, other) => other.n - one.n);
  return rows.map((operation, at) => ({ key: operation.n, operation, position: at + 1 }));
}

/** What an operation did, in a few words. */
function operationText(operation) {
  const about = operation.note ?? (operation.touched === 1 ? operation.about : null);
  const many = operation.touched === 1 ? "" : ", " + countText(operation.touched, "memory", "memories");
  return [make("strong", {}, operation.kind + (operation.undoes === null ? "" : " of " + operation.undoes)), many,
    about === null ? null : [": ", quoted(about)]];
}

function drawOperation(row, element) {
  const { operation } = row;
  element.classList.toggle("over", operation.undoneBy !== null);
  element.append(
    make("div", { class: "words" }, operationText(operation)),
    make("div", { class: "marks" },
      make("span", { class: "dim" }, String(operation.n)),
      make("span", {}, visible(operation.author)),
      make("span", { class: "age" }, dateText(operation.at, true)),
      operation.undoneBy === null ? null : make("span", { class: "mark" }, "undone by " + operation.undoneBy)));
}

/** The memories that an operation stored or changed. */
function touchedBy(number) {
  const places = [];
  memories.columns.born.forEach((born, place) => born === number && places.push(place));
  for (const [place, list] of memories.changes) if (list.some((change) => change.op === number)) places.push(place);
  return [...new Set(places)];
}

/** An operation in full. */
function showOperation(operation) {
  state.chosen = { kind: "operation", key: operation.n };
  const places = touchedBy(operation.n);
  const canUndo = operation.undoneBy === null && !NO_UNDO.includes(operation.kind);
  openDetail("Write " + operation.n, [
    make("p", {}, operationText(operation)),
    make("p", { class: "dim" }, dateText(operation.at, true) + " by " + visible(operation.author)),
    operation.undoneBy === null ? null : make("p", { class: "note" }, "Undone by " + operation.undoneBy + "."),
    canUndo && page.live?.acts ? make("div", { class: "buttons" }, make("button", { type: "button", onclick: () => act("undo", { operation: operation.n }) }, "Undo this write")) : null,
    operation.session === null ? null : make("p", {}, make("button", { type: "button", class: "link", onclick: () => openSession(operation.session) }, "session ", quoted(operation.session))),
    block("Memories", places.length ? make("ul", { class: "plain" }, places.slice(0, 300).map((place) => make("li", {}, memoryLink(place)))) : make("p", { class: "dim" }, "None of this page.")),
    make("button", { type: "button", class: "quiet", onclick: () => setMoment(operation.at - 1) }, "See what was believed just before"),
    block("At a terminal", [canUndo ? commandLine("recall undo " + operation.n) : null]),
  ]);
}
