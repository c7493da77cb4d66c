import { asList, asObject } from "#openapi/document/document.js";
import type { OperationId } from "#team-api/sandbox/handlers/handler.js";
import { bodyOf, html, insteadOf, succeeded } from "../answers.js";
import type { Answer, Change } from "../change.js";

/** A success of one operation whose body is no JSON, or is called something else (G1). */
function written(
  id: string,
  title: string,
  operation: OperationId,
  write: (body: string) => string,
  contentType?: string | null,
): Change {
  return {
    id: `body-${id}`,
    title,
    breaks: ["G1"],
    answer: insteadOf(operation, (answer) => ({ ...typed(answer, contentType), body: write(answer.body) })),
  };
}

function typed(answer: Answer, contentType: string | null | undefined): Answer {
  if (contentType === undefined) return answer;
  const { "content-type": _, ...headers } = answer.headers;
  return { ...answer, headers: contentType === null ? headers : { ...headers, "content-type": contentType } };
}

const asIs = (body: string) => body;

/** The items of a list as lines of text. */
function lines(body: string, line: (item: { email: string; origin: string }) => string): string {
  return asList(bodyOf({ body }).data)
    .map(asObject)
    .map(({ email, origin }) => line({ email: String(email), origin: String(origin) }))
    .join("\n");
}

export const BODIES: Change[] = [
  {
    id: "body-html-with-200",
    title: "Answers a list with 200 and a page for people.",
    breaks: ["G1", "L1"],
    answer: insteadOf("listSuppressions", () => html(200)),
  },
  {
    id: "body-html-for-unknown-import",
    title: "Answers an unknown import with 200 and a page for people.",
    breaks: ["G1", "I1"],
    answer: (answer, _, { operation }) =>
      operation === "retrieveContactImport" && answer.status === 404 ? html(200) : answer,
  },
  written("cut-short", "Ends an import's JSON before its end.", "retrieveContactImport", (body) => body.slice(0, -10)),
  written("trailing-comma", "Writes a suppression with a comma at its end.", "retrieveSuppression", (body) =>
    body.replace(/\}$/, ",}"),
  ),
  written("single-quotes", "Writes a revoked grant in single quotes.", "revokeOauthGrant", (body) =>
    body.replaceAll('"', "'"),
  ),
  written("guarded", "Begins a list with `)]}',` against scripts.", "listSuppressions", (body) => `)]}',\n${body}`),
  written("jsonp", "Wraps a list in a call of JavaScript.", "listSuppressions", (body) => `callback(${body});`),
  written(
    "byte-order-mark",
    "Begins a suppression with a byte order mark.",
    "retrieveSuppression",
    (body) => `\ufeff${body}`,
  ),
  written("twice", "Writes the JSON of what was added twice.", "addSuppression", (body) => `${body}\n${body}`),
  written(
    "warning-in-front",
    "Begins an import with a warning of the server's.",
    "retrieveContactImport",
    (body) => `Warning: deprecated in /srv/import.php on line 12\n${body}`,
  ),
  written("json-in-text", "Writes a suppression's JSON as a JSON string.", "retrieveSuppression", (body) =>
    JSON.stringify(body),
  ),
  written("empty-list", "Answers a list with 200 and no body.", "listSuppressions", () => ""),
  written("empty-import", "Answers an import with 200 and no body.", "retrieveContactImport", () => ""),
  written("empty-revoke", "Answers a revocation with 200 and no body.", "revokeOauthGrant", () => ""),
  written(
    "csv",
    "Answers a list with comma-separated values.",
    "listSuppressions",
    (body) => lines(body, ({ email, origin }) => `${email},${origin}`),
    "text/csv",
  ),
  written(
    "html-type",
    "Calls the JSON of a suppression text/html.",
    "retrieveSuppression",
    asIs,
    "text/html; charset=utf-8",
  ),
  written("text-type", "Calls the JSON of an import text/plain.", "retrieveContactImport", asIs, "text/plain"),
  written(
    "javascript-type",
    "Calls the JSON of a revoked grant text/javascript.",
    "revokeOauthGrant",
    asIs,
    "text/javascript",
  ),
  written(
    "octets-type",
    "Calls the JSON of a list application/octet-stream.",
    "listSuppressions",
    asIs,
    "application/octet-stream",
  ),
  written("no-type", "Sends what was added without Content-Type.", "addSuppression", asIs, null),
  written("xml-type", "Calls the JSON of a list application/xml.", "listSuppressions", asIs, "application/xml"),
  {
    id: "body-latin-1",
    title: "Writes a suppression in Latin-1, where it has letters beyond ASCII.",
    breaks: ["G1"],
    async socket(request, response, { operation, forward }) {
      if (operation !== "retrieveSuppression") return false;
      const { status, headers, body } = await forward(request);
      const bytes = Buffer.from(body, status < 300 ? "latin1" : "utf8");
      response.writeHead(status, { ...headers, "content-length": bytes.length }).end(bytes);
      return true;
    },
  },
  {
    id: "body-text-on-last-page",
    title: "Calls the JSON of the last page text/plain.",
    breaks: ["G1"],
    answer: (answer, _, { operation }) =>
      operation === "listSuppressions" && succeeded(answer) && bodyOf(answer).has_more === false
        ? typed(answer, "text/plain")
        : answer,
  },
];
