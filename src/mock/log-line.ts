/** A response, as the log of the mock shows it. */
export interface LoggedResponse {
  method: string;
  url: string;
  status: number;
  /** Why the request was rejected. */
  detail: string | undefined;
}

/** Formats a response as one line. */
export function logLine({ method, url, status, detail }: LoggedResponse): string {
  return escapeControls(`${method} ${url} → ${status}${detail ? ` ${detail}` : ""}`).replaceAll("\n", "\\u000a");
}

/**
 * Shows control and format characters as escape sequences, because texts of a request or document could otherwise forge
 * lines, or control the terminal and the direction of its text. Line feeds stay.
 */
export function escapeControls(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}
