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
