import { html, insteadOf, refused, reply, succeeded } from "../answers.js";
import type { Answer, Asked, Change, Tools } from "../change.js";

/** Fails with 500 where a request should be refused. */
function failsAt(id: string, title: string, fits: (answer: Answer, request: Asked, tools: Tools) => boolean): Change {
  return {
    id: `wire-500-${id}`,
    title,
    breaks: ["wire"],
    answer: (answer, request, tools) => (refused(answer) && fits(answer, request, tools) ? html(500) : answer),
  };
}

/** Statuses that no request deserves. */
export const FAILURES: Change[] = [
  {
    id: "wire-429-forever",
    title: "Answers every addition with 429 and Retry-After: 0.",
    breaks: ["wire", "A1"],
    answer: insteadOf("addSuppression", () => ({ ...html(429), headers: { "retry-after": "0" } })),
  },
  {
    id: "wire-503-always",
    title: "Answers everything with 503.",
    breaks: ["wire"],
    request: () => html(503),
  },
  {
    id: "wire-502-every-third",
    title: "Answers every third request with 502 and a page for people.",
    breaks: ["wire"],
    request: (_, { number }) => (number % 3 === 0 ? html(502) : undefined),
  },
  {
    id: "wire-500-import",
    title: "Fails with 500 at every import.",
    breaks: ["wire", "I1"],
    answer: insteadOf("retrieveContactImport", () => html(500)),
  },
  {
    id: "wire-500-import-json",
    title: "Fails with 500 and a well-formed problem at every import.",
    breaks: ["wire", "I1"],
    answer: insteadOf("retrieveContactImport", () => reply(500, { type: "about:blank", status: 500 })),
  },
  {
    id: "wire-500-bounces",
    title: "Fails with 500 when the list is filtered by bounce.",
    breaks: ["wire", "L7"],
    answer: (answer, { query }, { operation }) =>
      operation === "listSuppressions" && query.get("origin") === "bounce" && succeeded(answer) ? html(500) : answer,
  },
  {
    id: "wire-500-last-page",
    title: "Fails with 500 when nothing comes after the cursor.",
    breaks: ["wire", "L4"],
    answer: (answer, { query }, { operation }) =>
      operation === "listSuppressions" && query.has("after") && /"data":\[\]/.test(answer.body) ? html(500) : answer,
  },
  failsAt("limit-0", "Fails with 500 at limit=0.", (_, { query }) => query.get("limit") === "0"),
  failsAt("limit-no-number", "Fails with 500 at a limit that is no number.", (_, { query }) =>
    Number.isNaN(Number(query.get("limit") ?? 1)),
  ),
  failsAt(
    "unknown-cursor",
    "Fails with 500 at a cursor that it does not know.",
    ({ status }, { query }) => status === 422 && query.has("after") !== query.has("before"),
  ),
  failsAt(
    "both-cursors",
    "Fails with 500 at both cursors.",
    (_, { query }) => query.has("after") && query.has("before"),
  ),
  failsAt(
    "unknown-suppression",
    "Fails with 500 at a suppression that it does not know.",
    ({ status }, _, { operation }) => operation === "retrieveSuppression" && status === 404,
  ),
  failsAt(
    "unknown-import",
    "Fails with 500 at an import that it does not know.",
    ({ status }, _, { operation }) => operation === "retrieveContactImport" && status === 404,
  ),
  failsAt(
    "unknown-origin",
    "Fails with 500 at an origin that it does not know.",
    ({ status }, { query }) => status === 422 && query.has("origin"),
  ),
  failsAt(
    "malformed-json",
    "Fails with 500 at malformed JSON.",
    ({ status }, _, { operation }) => operation === "addSuppression" && status === 400,
  ),
  failsAt(
    "email-number",
    "Fails with 500 at an email that is a number.",
    ({ status }, { body }, { operation }) =>
      operation === "addSuppression" && status === 422 && /"email"\s*:\s*\d/.test(body),
  ),
  failsAt(
    "missing-key",
    "Fails with 500 without a key.",
    ({ status }, { headers }) => status === 401 && headers.authorization === undefined,
  ),
  failsAt("outside-beta", "Fails with 500 for a team outside the beta.", ({ status }) => status === 403),
];
