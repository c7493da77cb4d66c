import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { inSuppressions, json, without } from "../answers.js";
import type { Asked, Change } from "../change.js";

type Where = "listed" | "retrieved" | "everywhere";

/** A fault in how a suppression is shown. */
function shown(
  id: string,
  title: string,
  breaks: string[],
  where: Where,
  mutate: (suppression: JsonObject) => unknown,
): Change {
  return { id: `suppression-${id}`, title, breaks, answer: inSuppressions(where, mutate) };
}

/** A fault in `created_at`. */
function moment(id: string, title: string, where: Where, write: (honest: string) => unknown): Change {
  return shown(`moment-${id}`, title, ["S3"], where, (item) => ({
    ...item,
    created_at: write(String(item.created_at)),
  }));
}

const isManual = ({ origin }: JsonObject) => origin === "manual";

/** Writes ids without dashes throughout, and reads them so. */
const dashed = (text: string) => text.replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})/i, "$1-$2-$3-$4-");
const undashed = (item: JsonObject) => ({ ...item, id: String(item.id).replaceAll("-", "") });
function withDashes(request: Asked): Asked {
  const query = new URLSearchParams([...request.query].map(([name, value]) => [name, dashed(value)]));
  return { ...request, query, path: request.path.replace(/[0-9a-f]{32}$/i, dashed) };
}

export const SUPPRESSION: Change[] = [
  shown("object-other", "Calls a suppression `suppressed_email`.", ["S1"], "everywhere", (item) => ({
    ...item,
    object: "suppressed_email",
  })),
  shown("object-missing-in-list", "Lists suppressions without `object`.", ["S1"], "listed", (item) =>
    without(item, "object"),
  ),
  shown(
    "short-in-list",
    "Lists the id and the address of a suppression only.",
    ["S1"],
    "listed",
    ({ object, id, email }) => ({
      object: object ?? null,
      id: id ?? null,
      email: email ?? null,
    }),
  ),
  shown("email-missing", "Retrieves a suppression without its address.", ["S1"], "retrieved", (item) =>
    without(item, "email"),
  ),
  shown("email-null-in-list", "Lists suppressions with null for the address.", ["S1"], "listed", (item) => ({
    ...item,
    email: null,
  })),
  shown("email-masked", "Masks addresses with asterisks.", ["S1", "R2"], "everywhere", (item) => ({
    ...item,
    email: String(item.email).replace(/^(.)[^@]*/, "$1***"),
  })),
  shown("origin-missing", "Retrieves a suppression without its origin.", ["S1"], "retrieved", (item) =>
    without(item, "origin"),
  ),
  shown("origin-unknown", "Gives `unsubscribe` for the origin of complaints.", ["S1"], "everywhere", (item) =>
    item.origin === "complaint" ? { ...item, origin: "unsubscribe" } : item,
  ),
  shown(
    "origin-capital",
    "Retrieves a suppression with its origin in capital letters.",
    ["S1"],
    "retrieved",
    (item) => ({
      ...item,
      origin: String(item.origin).toUpperCase(),
    }),
  ),
  shown("origin-null", "Lists manual suppressions with null for the origin.", ["S1"], "listed", (item) =>
    isManual(item) ? { ...item, origin: null } : item,
  ),
  shown("created-at-missing", "Lists suppressions without created_at.", ["S1", "S3"], "listed", (item) =>
    without(item, "created_at"),
  ),
  {
    id: "suppression-email-missing-in-last",
    title: "Leaves out the address of the last item of a page.",
    breaks: ["S1"],
    answer: (answer, _, { operation }) =>
      operation === "listSuppressions"
        ? json(answer, (body) => {
            const data = asList(body.data).map(asObject);
            return { ...body, data: data.map((each, at) => (at === data.length - 1 ? without(each, "email") : each)) };
          })
        : answer,
  },

  shown("source-number", "Gives a number for the source of bounces.", ["S2"], "everywhere", (item) =>
    item.origin === "bounce" ? { ...item, source_id: 4711 } : item,
  ),
  shown("source-object", "Gives an object for the source of complaints.", ["S2"], "retrieved", (item) =>
    item.origin === "complaint" ? { ...item, source_id: { id: item.source_id ?? null } } : item,
  ),
  shown("source-missing", "Retrieves a manual suppression without source_id.", ["S1", "S2"], "retrieved", (item) =>
    isManual(item) ? without(item, "source_id") : item,
  ),
  shown(
    "source-empty-when-manual",
    "Gives empty text for the source of manual suppressions.",
    ["S2"],
    "everywhere",
    (item) => (isManual(item) ? { ...item, source_id: "" } : item),
  ),
  shown("source-when-manual-in-list", "Lists manual suppressions with a source.", ["S2"], "listed", (item) =>
    isManual(item) ? { ...item, source_id: item.id ?? null } : item,
  ),
  shown("source-false", "Gives false where there is no source.", ["S2"], "retrieved", (item) =>
    item.source_id === null ? { ...item, source_id: false } : item,
  ),

  moment("seconds", "Writes created_at without milliseconds.", "everywhere", (text) => text.replace(/\.\d+/, "")),
  moment("seconds-in-list", "Lists created_at without milliseconds.", "listed", (text) => text.replace(/\.\d+/, "")),
  moment("without-zone", "Writes created_at without Z.", "everywhere", (text) => text.replace("Z", "")),
  moment("offset", "Retrieves created_at with the offset +00:00.", "retrieved", (text) => text.replace("Z", "+00:00")),
  moment("space", "Writes created_at with a space in place of T.", "everywhere", (text) => text.replace("T", " ")),
  moment("number", "Lists created_at as a number.", "listed", (text) => Date.parse(text)),
  moment("no-date", "Retrieves created_at in a thirteenth month.", "retrieved", () => "2026-13-01T10:00:00.000Z"),
  moment("two-digits", "Drops a zero at the end of the milliseconds.", "everywhere", (text) => text.replace("0Z", "Z")),
  shown("moment-seconds-of-bounces", "Writes created_at of bounces without milliseconds.", ["S3"], "listed", (item) =>
    item.origin === "bounce" ? { ...item, created_at: String(item.created_at).replace(/\.\d+/, "") } : item,
  ),

  shown("id-number-in-list", "Lists ids as numbers.", ["S3"], "listed", (item) => ({
    ...item,
    id: Number.parseInt(String(item.id).slice(-8), 16),
  })),
  {
    id: "suppression-id-without-dashes",
    title: "Writes and reads the ids of suppressions without dashes.",
    breaks: ["S3"],
    request: withDashes,
    answer: (answer, request, tools) =>
      tools.operation === "addSuppression"
        ? json(answer, undashed)
        : inSuppressions("everywhere", (item) => undashed(item))(answer, request, tools),
  },
  {
    id: "suppression-id-prefixed",
    title: "Writes and reads the ids of suppressions as `sup_` and a UUID.",
    breaks: ["S3"],
    request: (request) => ({
      ...request,
      path: request.path.replace("/sup_", "/"),
      query: new URLSearchParams([...request.query].map(([name, value]) => [name, value.replace(/^sup_/, "")])),
    }),
    answer: (answer, request, tools) => {
      const prefixed = (item: JsonObject) => ({ ...item, id: `sup_${item.id}` });
      return tools.operation === "addSuppression"
        ? json(answer, prefixed)
        : inSuppressions("everywhere", (item) => prefixed(item))(answer, request, tools);
    },
  },
];
