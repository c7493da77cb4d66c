import { Markup } from "./markup.js";

/**
 * Shows the buttons, which copy the text beside them. Where the clipboard is not available, because a page of another
 * machine came without TLS, the button selects the text and copies the selection.
 */
export const SCRIPT = new Markup(`
for (const button of document.querySelectorAll("button.copy")) button.hidden = false;
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button.copy");
  if (!button) return;
  const source = button.parentElement.querySelector("code");
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {
    getSelection().selectAllChildren(source);
    document.execCommand("copy");
  }
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
});
`);
