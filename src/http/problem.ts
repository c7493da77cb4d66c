/** The media type of problems (RFC 9457, 3). */
export const PROBLEM_TYPE = "application/problem+json";

/** A problem of the type `about:blank`: its kind is the status (RFC 9457, 4.2.1). */
export function problemDetails(status: number, title: string, detail: string) {
  return { type: "about:blank", title, status, detail };
}
