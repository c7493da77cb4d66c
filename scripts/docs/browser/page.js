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

/** Replaces the reference without scripts when Scalar shows its own. */
const replaced = new MutationObserver(() => {
  if (!document.querySelector("#app h1")) return;
  replaced.disconnect();
  document.documentElement.classList.remove("static");
  document.getElementById("reference")?.remove();
  document.getElementById("start")?.remove();
});

/** Starts Scalar, whose script and document are loaded. Before, the page may still be read by the browser. */
function start() {
  for (const observer of [new MutationObserver(completeControls), replaced]) {
    observer.observe(document.body, { childList: true, subtree: true });
  }
  const { Scalar, shownDocument } =
    /** @type {{ Scalar: { createApiReference(at: string, configuration: object): void }, shownDocument: object }} */ (
      /** @type {unknown} */ (window)
    );
  Scalar.createApiReference("#app", {
    ...JSON.parse(document.getElementById("configuration")?.textContent ?? "{}"),
    content: shownDocument,
    plugins: [() => ({ name: "notes", extensions: [{ name: "x-notes", component: "operation-notes" }] })],
    /** @param {OperationName} operation */
    generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
  });
}

/** @param {string} address of a script */
function loaded(address) {
  const script = document.createElement("script");
  script.src = address;
  document.head.append(script);
  return new Promise((resolve, reject) => {
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
  });
}

/** Waits for the configuration of Scalar, which is the last part of the page. */
function wholePage() {
  return new Promise((resolve) => {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", resolve);
    else resolve(undefined);
  });
}

/**
 * Loads Scalar when a person asks for it.
 *
 * @param {HTMLButtonElement} button
 * @param {string[]} addresses
 */
async function load(button, addresses) {
  const text = button.textContent;
  button.disabled = true;
  button.textContent = "Loading samples …";
  try {
    await Promise.all([wholePage(), ...addresses.map(loaded)]);
    start();
  } catch {
    // A file did not arrive.
    button.disabled = false;
    button.textContent = text;
  }
}

/**
 * Shows the operations of the menu that have a text.
 *
 * @param {string} sought
 */
function filter(sought) {
  for (const link of document.querySelectorAll("#reference nav a")) {
    const text = `${link.textContent} ${link.getAttribute("title")}`.toLowerCase();
    if (link.parentElement) link.parentElement.hidden = !text.includes(sought.toLowerCase());
  }
}

const later = document.currentScript?.dataset.later?.split(" ") ?? [];
// The script may run before the browser has read the button and the menu.
document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.id === "filter") filter(target.value);
});
document.addEventListener("click", ({ target }) => {
  if (target instanceof HTMLButtonElement && target.id === "start") load(target, later);
});
