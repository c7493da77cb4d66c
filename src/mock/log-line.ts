import { onOneLine } from "../cli/unprintable.js";

/** A response, as the log of the mock shows it. */
export interface LoggedResponse {
  method: string;
  url: string;
  status: number;
  /** Why the request was rejected, or a warning. */
  detail: string | undefined;
}

/** Called after each response. */
export type OnResponse = (response: LoggedResponse) => void;

/** Formats a response as one line. Texts of a request or document cannot forge lines, or control the terminal. */
export function logLine({ method, url, status, detail }: LoggedResponse): string {
  return onOneLine(`${method} ${url} → ${status}${detail ? ` ${detail}` : ""}`);
}

/**
 * Logs responses as lines. Those of one turn of the event loop are one write, because each waits for the terminal or the file.
 *
 * @param write gets lines, each with its end
 */
export function responseLog(write: (lines: string) => void): OnResponse {
  let lines = "";
  return (response) => {
    if (lines === "") {
      setImmediate(() => {
        const written = lines;
        lines = "";
        write(written);
      });
    }
    lines += `${logLine(response)}\n`;
  };
}
