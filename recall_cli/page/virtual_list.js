// A list of very many rows of which only those on the screen exist. Arrow keys move; a screen reader hears place and number.

class VirtualList {
  /** `draw(row, element)` fills the element of a row; `open(row)` shows it in detail. */
  constructor(container, { label, draw, open }) {
    Object.assign(this, { container, draw, open, rows: [], starts: new Float64Array(1), active: -1 });
    container.setAttribute("role", "listbox");
    container.setAttribute("aria-label", label);
    this.inside = make("div", { class: "rows", role: "presentation" });
    container.replaceChildren(this.inside);
    container.onscroll = () => this.render();
    container.onkeydown = (event) => this.onKey(event);
    container.onclick = (event) => {
      const row = event.target.closest("[data-row]");
      if (row && row.getAttribute("role") === "option") this.choose(Number(row.dataset.row));
    };
    this.elements = new Map();
    new ResizeObserver(() => this.resize()).observe(container);
  }

  /** Rows are lower where there is more width: draw them again, from the same one on. */
  resize() {
    if (parseFloat(getComputedStyle(this.container).getPropertyValue("--row")) === this.rowHeight) return this.render();
    const first = this.rowAt(this.container.scrollTop);
    this.show(this.rows, true);
    this.container.scrollTop = this.starts[first];
    this.render();
  }

  /** Show other rows. A row is `{ key, heading, … }`; headings are no options. */
  show(rows, keepPlace = false) {
    const chosen = this.rows[this.active]?.key;
    const style = getComputedStyle(this.container);
    const height = parseFloat(style.getPropertyValue("--row")), headingHeight = parseFloat(style.getPropertyValue("--heading"));
    this.rowHeight = height;
    this.rows = rows;
    this.starts = new Float64Array(rows.length + 1);
    rows.forEach((row, at) => (this.starts[at + 1] = this.starts[at] + (row.heading ? headingHeight : height)));
    this.options = rows.reduce((count, row) => (row.heading ? count : count + 1), 0);
    this.inside.style.height = this.starts[rows.length] + "px";
    this.active = rows.findIndex((row) => !row.heading && row.key === chosen);
    for (const element of this.elements.values()) element.remove();
    this.elements.clear();
    if (!keepPlace) this.container.scrollTop = 0;
    this.render();
  }

  /** The first row that ends below a height. */
  rowAt(top) {
    let low = 0, high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle + 1] <= top) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  render(everything = false) {
    const top = everything ? 0 : this.container.scrollTop - 400;
    const bottom = everything ? Infinity : this.container.scrollTop + this.container.clientHeight + 400;
    const first = this.rowAt(Math.max(0, top));
    const wanted = new Set();
    for (let at = first; at < this.rows.length && this.starts[at] < bottom && wanted.size < 3000; at++) {
      wanted.add(at);
      if (!this.elements.has(at)) this.elements.set(at, this.element(at));
    }
    for (const [at, element] of this.elements) {
      if (wanted.has(at)) continue;
      element.remove();
      this.elements.delete(at);
    }
    let next = this.inside.firstChild; // in the order of the list, for screen readers and paper
    for (const at of wanted) {
      const element = this.elements.get(at);
      if (element === next) next = next.nextSibling;
      else this.inside.insertBefore(element, next);
    }
  }

  element(at) {
    const row = this.rows[at];
    const element = make("div", { class: row.heading ? "heading" : "row", "data-row": at });
    element.style.transform = "translateY(" + this.starts[at] + "px)";
    if (row.heading) {
      element.setAttribute("aria-hidden", "true");
      element.append(row.heading);
      return element;
    }
    const isActive = at === this.active;
    element.id = this.container.id + "-" + at;
    element.setAttribute("role", "option");
    element.setAttribute("aria-setsize", this.options);
    element.setAttribute("aria-posinset", row.position);
    element.setAttribute("aria-selected", isActive);
    element.classList.toggle("active", isActive);
    this.draw(row, element);
    return element;
  }

  /** Make a row the active one, and open it. */
  choose(at, scroll = true) {
    const before = this.active;
    this.active = at;
    if (scroll) this.reveal(at);
    for (const [place, element] of this.elements) {
      if (place !== before && place !== at) continue;
      element.classList.toggle("active", place === at);
      element.setAttribute("aria-selected", place === at);
    }
    this.container.setAttribute("aria-activedescendant", this.container.id + "-" + at);
    this.open(this.rows[at]);
  }

  reveal(at) {
    const { scrollTop, clientHeight } = this.container;
    if (this.starts[at] < scrollTop + 40) this.container.scrollTop = this.starts[at] - 40;
    else if (this.starts[at + 1] > scrollTop + clientHeight) this.container.scrollTop = this.starts[at + 1] - clientHeight;
    this.render();
  }

  onKey(event) {
    const page = Math.max(1, Math.floor(this.container.clientHeight / this.rowHeight) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    let at = Math.min(this.rows.length - 1, Math.max(0, (this.active < 0 ? -1 : this.active) + move));
    const step = move < 0 ? -1 : 1;
    while (this.rows[at]?.heading) at += step;
    if (!this.rows[at]) at = this.rows.findIndex((row) => !row.heading);
    if (this.rows[at]) this.choose(at);
  }

  /** Choose the first row, if there is one. */
  chooseFirst() {
    const first = this.rows.findIndex((row) => !row.heading);
    if (first >= 0) this.choose(first);
  }

  /** The place of the row with a key; -1 if it is not listed. */
  indexOf(key) {
    return this.rows.findIndex((row) => !row.heading && row.key === key);
  }
}
