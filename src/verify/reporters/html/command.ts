import { html, type Markup, type Part } from "./markup.js";

/** A text to paste, with a button that copies it. A script shows the button. */
export function copyable(text: string, label: string): Markup {
  return html`<div class="command"><pre><code>${text}</code></pre><button type="button" class="copy" aria-label="Copy: ${label}" hidden>Copy</button></div>`;
}

/** The request of a finding as a command line, and the command that starts its server, if that ended with the run. */
export function reproduction(reproduce: string, start: string | undefined): Part {
  return [
    start !== undefined &&
      html`<p class="note">Start the server, in another terminal:</p>${copyable(start, "start the server")}`,
    copyable(reproduce, "reproduce the request"),
  ];
}

/** A text with its line breaks. */
export function preformatted(text: string): Markup {
  return html`<pre><code>${text}</code></pre>`;
}
