import { isUuid } from "#openapi/patterns/uuid.js";
import { bodyOf, refusal, refused, reply } from "../answers.js";
import { grantOf, isOwn } from "../behind.js";
import type { Answer, Asked, Change, Tools } from "../change.js";
import { wantedOf, withQuery } from "../requests.js";
import { shows } from "../window.js";

type Write = (answer: Answer) => Answer;

/** Another body for every error (U2). */
function errors(id: string, title: string, contentType: string | null, body: (answer: Answer) => string): Change {
  const write: Write = (answer) => {
    const { "content-type": _, ...headers } = answer.headers;
    const typed = contentType === null ? headers : { ...headers, "content-type": contentType };
    return { ...answer, headers: typed, body: body(answer) };
  };
  return { id: `errors-${id}`, title, open: "U2", answer: (answer) => (refused(answer) ? write(answer) : answer) };
}

/** What V5 and V6 want stays 404: a grant that does not exist, or was revoked. */
function is404OfRevoke({ status }: Answer, { operation }: Tools): boolean {
  return operation === "revokeOauthGrant" && status === 404;
}

/** Another status for every refusal (U3). */
function refusals(status: number): Change {
  return {
    id: `refusals-${status}`,
    title: `Refuses everything with ${status}, but for what must be 404.`,
    open: "U3",
    answer: (answer, _, tools) => (refused(answer) && !is404OfRevoke(answer, tools) ? { ...answer, status } : answer),
  };
}

/** Another status for some refusals (U3). */
function refusing(
  id: string,
  title: string,
  status: number,
  fits: (answer: Answer, request: Asked, tools: Tools) => boolean,
): Change {
  return {
    id,
    title,
    open: "U3",
    answer: (answer, request, tools) =>
      refused(answer) && !is404OfRevoke(answer, tools) && fits(answer, request, tools) ? { ...answer, status } : answer,
  };
}

const limitOf = ({ query }: Asked) => Number(query.get("limit") ?? 20);
const isList = ({ operation }: Tools) => operation === "listSuppressions";

/** A limit beyond its bounds counts as one within them. */
function clamped(id: string, title: string, fits: (limit: number) => boolean, limit: number): Change {
  return {
    id,
    title,
    open: "U3",
    rows: 120,
    request: (request, tools) =>
      isList(tools) && fits(limitOf(request)) ? withQuery(request, { limit: String(limit) }) : request,
  };
}

/** The query parameters that the reference knows. */
const KNOWN = ["limit", "after", "before", "origin"];

export const REFUSALS: Change[] = [
  errors("empty", "Sends no body with an error.", null, () => ""),
  errors("html", "Sends a page for people with an error.", "text/html", () => "<h1>That did not work</h1>"),
  errors("text", "Sends plain text with an error.", "text/plain; charset=utf-8", () => "That did not work."),
  errors("json", "Sends JSON of another shape with an error.", "application/json", ({ status }) =>
    JSON.stringify({ statusCode: status, name: "some_error", message: "That did not work." }),
  ),
  errors("json-array", "Sends a JSON array with an error.", "application/json", () => '[{"message":"no"}]'),
  errors("json-null", "Sends null with an error.", "application/json", () => "null"),
  errors("vendor-json", "Sends JSON under a name of its own with an error.", "application/vnd.api+json", () =>
    JSON.stringify({ errors: [{ title: "no" }] }),
  ),
  errors("no-type", "Sends an error's body without Content-Type.", null, () => "no"),
  errors("xml", "Sends XML with an error.", "application/problem+xml", () => '<?xml version="1.0"?><problem/>'),

  ...[400, 401, 403, 404, 409, 410, 418, 422, 451, 499].map((status) => refusals(status)),
  refusing(
    "unknown-suppression-410",
    "Answers an unknown suppression with 410.",
    410,
    ({ status }, _, { operation }) => operation === "retrieveSuppression" && status === 404,
  ),
  refusing(
    "unknown-suppression-400",
    "Answers 400 for what is neither an id nor an address.",
    400,
    ({ status }, request, { operation }) => {
      const wanted = wantedOf(request);
      return operation === "retrieveSuppression" && status === 404 && !isUuid(wanted) && !wanted.includes("@");
    },
  ),
  refusing(
    "unknown-import-403",
    "Answers an import that the team does not have with 403.",
    403,
    ({ status }, _, { operation }) => operation === "retrieveContactImport" && status === 404,
  ),
  refusing(
    "missing-key-400",
    "Answers 400 without a key, and 401 with one that is no team's.",
    400,
    ({ status }, { headers }) => status === 401 && headers.authorization === undefined,
  ),
  refusing(
    "outside-beta-404",
    "Answers a team outside the beta with 404, as if there were no such path.",
    404,
    ({ status }) => status === 403,
  ),
  ...[404, 402].map(
    (status): Change => ({
      id: `other-team-not-enrolled-${status}`,
      title: `Answers ${status} where suppressions are concerned to the other team, which is not in the beta.`,
      open: "U3",
      request: (request, { caller, operation = "" }) =>
        caller === "otherTeam" && /suppression/i.test(operation) ? refusal(status) : request,
    }),
  ),
  {
    id: "other-team-grant-403",
    title: "Answers 403 to a team that revokes another team's grant in force, and changes nothing.",
    open: "U3",
    async answer(answer, request, tools) {
      if (!is404OfRevoke(answer, tools)) return answer;
      const grant = await grantOf(request, tools);
      return grant && !isOwn(grant, tools) && grant.revoked_at === null ? refusal(403) : answer;
    },
  },
  {
    id: "authenticate-header-missing",
    title: "Refuses without WWW-Authenticate.",
    open: "U3",
    answer({ headers: { "www-authenticate": _, ...headers }, ...answer }) {
      return { ...answer, headers };
    },
  },

  clamped("limit-101-is-100", "Takes a limit above 100 for 100.", (limit) => limit > 100, 100),
  clamped("limit-101-is-50", "Takes a limit above 100 for 50.", (limit) => limit > 100, 50),
  clamped("limit-0-is-1", "Takes a limit below 1 for 1.", (limit) => limit < 1, 1),
  {
    id: "limit-fraction-refused",
    title: "Refuses a limit with a fraction.",
    open: "U3",
    request: (request, tools) => (isList(tools) && limitOf(request) % 1 > 0 ? refusal(400) : request),
  },
  {
    id: "unknown-cursor-empty",
    title: "Answers an unknown cursor with an empty list.",
    open: "U3",
    async answer(answer, request, tools) {
      const one = request.query.has("after") !== request.query.has("before");
      if (!isList(tools) || answer.status !== 422 || !one) return answer;
      const rest = await tools.forward(withQuery(request, { after: null, before: null }));
      return refused(rest) ? answer : reply(200, { object: "list", has_more: false, data: [] });
    },
  },
  {
    id: "unknown-query-refused",
    title: "Refuses query parameters that it does not know with 400.",
    open: "U3",
    request: (request, tools) =>
      [...request.query.keys()].some((name) => !isList(tools) || !KNOWN.includes(name)) ? refusal(400) : request,
  },
  {
    id: "unknown-field-refused",
    title: "Refuses fields of a body that it does not know with 422.",
    open: "U3",
    request: (request, { operation }) =>
      operation === "addSuppression" && Object.keys(bodyOf(request)).some((name) => name !== "email")
        ? refusal(422)
        : request,
  },
  {
    id: "has-more-before-tells-of-after",
    title: "Tells by has_more of items behind the page, with `before` too, where the cursor itself is one.",
    open: "U6",
    answer: shows(({ direction, end, items }) =>
      direction === "before" ? { hasMore: end < items.length } : undefined,
    ),
  },
];
