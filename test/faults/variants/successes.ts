import type { JsonObject } from "#openapi/document/document.js";
import type { OperationId } from "#team-api/sandbox/handlers/handler.js";
import { inSuppressions, onSuccess, succeeded, without } from "../answers.js";
import type { Change, Tools } from "../change.js";
import { type Sort, shows } from "../window.js";

/** Another status of success (U1). */
function status(id: string, title: string, to: number, fits: (tools: Tools) => boolean): Change {
  return {
    id: `status-${id}`,
    title,
    open: "U1",
    answer: (answer, _, tools) => (succeeded(answer) && fits(tools) ? { ...answer, status: to } : answer),
  };
}

const is = (wanted: OperationId) => (tools: Tools) => tools.operation === wanted;

/** The list in another order (U6). */
function order(id: string, title: string, sort: Sort): Change {
  return { id: `order-${id}`, title, open: "U6", answer: shows(() => ({}), sort) };
}

const by = (key: (item: JsonObject) => string): Sort => {
  const compare = (one: JsonObject, other: JsonObject) => (key(one) < key(other) ? -1 : 1);
  return (items) => [...items].sort(compare);
};
/** Mixes up ids, the same way each time. */
const scattered = ({ id }: JsonObject) => [...String(id)].reverse().join("");

/** Imports that are not done (U5). */
function unfinished(id: string, title: string, mutate: (body: JsonObject) => unknown): Change {
  return { id: `import-${id}`, title, open: "U5", answer: onSuccess("retrieveContactImport", mutate) };
}

/** Fields that the reference does not show. */
function further(id: string, title: string, open: string, operation: OperationId, fields: JsonObject): Change {
  return { id: `fields-${id}`, title, open, answer: onSuccess(operation, (body) => ({ ...body, ...fields })) };
}

const NO_COUNTS = { total: 0, created: 0, updated: 0, skipped: 0, failed: 0 };

export const SUCCESSES: Change[] = [
  status("add-200", "Answers every addition with 200.", 200, is("addSuppression")),
  status("add-201", "Answers every addition with 201, of an address that was there too.", 201, is("addSuppression")),
  status("add-202", "Answers every addition with 202.", 202, is("addSuppression")),
  status("revoke-202", "Answers a revocation with 202.", 202, is("revokeOauthGrant")),
  status("reads-201", "Answers what is read with 201.", 201, ({ operation }) =>
    /^(list|retrieve)/.test(operation ?? ""),
  ),
  status("all-202", "Answers every success with 202.", 202, ({ operation }) => operation !== undefined),

  further("grant", "Shows further fields of a revoked grant.", "U4", "revokeOauthGrant", {
    created_at: "2026-11-01T08:00:00.000Z",
    client: { id: "9d6e1b8f-1c7a-4a65-9f0b-1f6f1c1d2e3a", name: "An app" },
    scopes: ["full_access"],
  }),
  further("import", "Shows further fields of an import.", "U4", "retrieveContactImport", {
    updated_at: "2026-11-01 10:06:03.754+00",
    file: null,
  }),
  further("envelope", "Shows further fields of the list.", "U4", "listSuppressions", {
    total: 48,
    next: null,
    url: "/s",
  }),
  {
    id: "fields-suppression",
    title: "Shows further fields of a suppression.",
    open: "U4",
    answer: inSuppressions("everywhere", (item) => ({ ...item, note: null, team: { name: "A team" }, tags: [] })),
  },
  {
    id: "fields-volatile",
    title: "Shows how often a suppression kept something from being sent, and how old it is.",
    open: "U4",
    answer: inSuppressions("everywhere", (item) => ({ ...item, blocked: Math.random(), age_ms: performance.now() })),
  },
  {
    id: "fields-counts",
    title: "Counts more of an import than the reference shows.",
    open: "U4",
    answer: onSuccess("retrieveContactImport", ({ counts, ...body }) => ({
      ...body,
      counts: { ...(typeof counts === "object" && !Array.isArray(counts) ? counts : {}), pending: 0 },
    })),
  },

  order("oldest-first", "Lists the oldest first.", (items) => [...items].reverse()),
  order(
    "by-address",
    "Lists by address.",
    by(({ email }) => String(email)),
  ),
  order(
    "by-id",
    "Lists by id.",
    by(({ id }) => String(id)),
  ),
  order("scattered", "Lists in an order that nobody can guess, the same at each request.", by(scattered)),
  order(
    "by-origin",
    "Lists by origin, and by address within it.",
    by(({ origin, email }) => `${origin} ${email}`),
  ),

  unfinished("processing-null", "Has imports under way, with completed_at null.", (body) => ({
    ...body,
    status: "processing",
    completed_at: null,
  })),
  unfinished("queued-without", "Has imports under way, without completed_at.", (body) => ({
    ...without(body, "completed_at"),
    status: "queued",
    counts: NO_COUNTS,
  })),
  unfinished("pending-text", "Has imports under way, with text in completed_at.", (body) => ({
    ...body,
    status: "pending",
    completed_at: "not yet",
  })),
  unfinished("failed", "Has imports that failed, with the time of that in completed_at.", (body) => ({
    ...body,
    status: "failed",
  })),
  unfinished(
    "unfinished-expected",
    "Has imports under way, with a time to come in ISO 8601 in completed_at.",
    (body) => ({
      ...body,
      status: "in progress",
      completed_at: "2999-01-01T00:00:00Z",
    }),
  ),

  {
    id: "id-in-capitals",
    title: "Writes the id in capital letters where one suppression is retrieved.",
    open: "RFC 9562",
    answer: inSuppressions("retrieved", (item) => ({ ...item, id: String(item.id).toUpperCase() })),
  },
  {
    id: "json-by-suffix",
    title: "Calls its JSON application/vnd.team+json.",
    open: "RFC 6839",
    answer: (answer) =>
      answer.headers["content-type"]?.startsWith("application/json")
        ? { ...answer, headers: { ...answer.headers, "content-type": "application/vnd.team+json" } }
        : answer,
  },
  {
    id: "source-null",
    title: "Knows the source of no bounce and no complaint.",
    open: "S2",
    answer: inSuppressions("everywhere", (item) => ({ ...item, source_id: null })),
  },
  {
    id: "source-no-uuid",
    title: "Names sources by something that is no UUID.",
    open: "S2",
    answer: inSuppressions("everywhere", (item) =>
      item.source_id === null ? item : { ...item, source_id: `msg_${String(item.source_id).slice(0, 8)}` },
    ),
  },
];
