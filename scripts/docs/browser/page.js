// The script of the page, as browsers run it. It starts Scalar with the folded notes of operations.

/**
 * @typedef {{ id: string, text: string }} Note
 * @typedef {{ title: string, notes: Note[] }} NoteList
 * @typedef {{ operationId?: string, method: string, path: string }} OperationName
 */

/** Shows the extension `x-notes` of an operation. Scalar sets the property of this name. */
class OperationNotes extends HTMLElement {
  /** @param {NoteList[]} lists */
  set "x-notes"(lists) {
    this.replaceChildren(...lists.map(folded));
  }
}

/** @param {NoteList} list */
function folded({ title, notes }) {
  const list = element("ul", ...notes.map(({ id, text }) => element("li", element("strong", id), " ", ...texts(text))));
  return element("details", element("summary", `${title} (${notes.length})`), list);
}

/**
 * The parts of a text, with those between backticks as code.
 *
 * @param {string} text
 */
function texts(text) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? element("code", part) : part));
}

/**
 * @param {string} name
 * @param {...(Node | string)} children
 */
function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

customElements.define("operation-notes", OperationNotes);

/** Adds what Scalar's controls lack: names, roles and states (WAI-ARIA 1.2). */
function completeControls() {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute("aria-label", "Copy");
  }
  for (const button of document.querySelectorAll('button[class*="group/toggle"]:not([aria-label])')) {
    button.setAttribute("aria-label", "Dark mode");
  }
  for (const button of document.querySelectorAll('button[role="none"]')) button.removeAttribute("role");
  for (const input of document.querySelectorAll('[role="combobox"]:not([aria-expanded])')) {
    input.setAttribute("aria-expanded", "false");
  }
}
new MutationObserver(completeControls).observe(document.body, { childList: true, subtree: true });

/** Replaces the reference without scripts when Scalar shows its own. */
const replaced = new MutationObserver(() => {
  if (!document.querySelector("#app h1")) return;
  replaced.disconnect();
  document.getElementById("reference")?.remove();
});
replaced.observe(document.body, { childList: true, subtree: true });

document.getElementById("filter")?.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const sought = target.value.toLowerCase();
  for (const link of document.querySelectorAll("#reference nav a")) {
    const text = `${link.textContent} ${link.getAttribute("title")}`.toLowerCase();
    if (link.parentElement) link.parentElement.hidden = !text.includes(sought);
  }
});

function start() {
  const { Scalar } = /** @type {{ Scalar: { createApiReference(at: string, configuration: object): void } }} */ (
    /** @type {unknown} */ (window)
  );
  Scalar.createApiReference("#app", {
    ...JSON.parse(document.getElementById("configuration")?.textContent ?? "{}"),
    plugins: [() => ({ name: "notes", extensions: [{ name: "x-notes", component: "operation-notes" }] })],
    /** @param {OperationName} operation */
    generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
  });
}

/** Loads Scalar for a large document, when a person asks for it. */
function load() {
  startButton?.remove();
  const script = document.createElement("script");
  script.src = source ?? "";
  script.addEventListener("load", start);
  document.body.append(script);
}

const source = document.currentScript?.dataset.scalar;
const startButton = document.getElementById("start");
if (source === undefined) start();
startButton?.addEventListener("click", () => {
  // The configuration is the last part of the page.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", load);
  else load();
});
