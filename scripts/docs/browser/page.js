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

const configuration = JSON.parse(document.getElementById("configuration")?.textContent ?? "{}");

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

const { Scalar } = /** @type {{ Scalar: { createApiReference(at: string, configuration: object): void } }} */ (
  /** @type {unknown} */ (window)
);

Scalar.createApiReference("#app", {
  ...configuration,
  plugins: [() => ({ name: "notes", extensions: [{ name: "x-notes", component: "operation-notes" }] })],
  /** @param {OperationName} operation */
  generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
});
