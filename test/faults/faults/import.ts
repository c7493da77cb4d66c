import { randomUUID } from "node:crypto";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { TEAMS } from "#team-api/sandbox/seed.js";
import { insteadOf, onSuccess, refusal, reply, without } from "../answers.js";
import type { Answer, Change, Tools } from "../change.js";
import { wantedOf } from "../requests.js";

/** A fault in how an import is shown. */
function shown(id: string, title: string, breaks: string[], mutate: (body: JsonObject) => unknown): Change {
  return { id: `import-${id}`, title, breaks, answer: onSuccess("retrieveContactImport", mutate) };
}

function moment(id: string, title: string, names: string[], write: (honest: string) => unknown): Change {
  return shown(`moment-${id}`, title, ["I2"], (body) => ({
    ...body,
    ...Object.fromEntries(names.filter((name) => body[name] !== null).map((name) => [name, write(String(body[name]))])),
  }));
}

function counts(id: string, title: string, mutate: (counts: JsonObject) => unknown): Change {
  return shown(`counts-${id}`, title, ["I3"], (body) => ({ ...body, counts: mutate(asObject(body.counts)) }));
}

function unknown(id: string, title: string, replace: (id: string, tools: Tools) => Answer | Promise<Answer>): Change {
  return {
    id: `import-unknown-${id}`,
    title,
    breaks: ["I1"],
    answer: (answer, request, tools) =>
      tools.operation === "retrieveContactImport" && answer.status === 404 && tools.caller
        ? replace(wantedOf(request), tools)
        : answer,
  };
}

const BOTH = ["created_at", "completed_at"];
const COUNTS = { total: 0, created: 0, updated: 0, skipped: 0, failed: 0 };

export const IMPORT: Change[] = [
  shown("id-other", "Returns another id than the one that was asked for.", ["I1"], (body) => ({
    ...body,
    id: randomUUID(),
  })),
  shown("id-missing", "Returns an import without its id.", ["I1"], (body) => without(body, "id")),
  shown("object-other", "Calls an import `import`.", ["I1"], (body) => ({ ...body, object: "import" })),
  shown("object-missing", "Returns an import without `object`.", ["I1"], (body) => without(body, "object")),
  shown("status-missing", "Returns an import without its status.", ["I1"], (body) => without(body, "status")),
  shown("status-number", "Writes the status of an import as a number.", ["I1"], (body) => ({ ...body, status: 2 })),
  shown("wrapped", "Wraps the import in `data`.", ["I1"], (body) => ({ data: body })),
  {
    id: "import-no-content",
    title: "Answers the retrieval of an import with 204.",
    breaks: ["I1"],
    answer: insteadOf("retrieveContactImport", () => ({ status: 204, headers: {}, body: "" })),
  },
  {
    id: "import-wants-beta",
    title: "Refuses a team outside the beta when it retrieves its own import.",
    breaks: ["I1"],
    request: (request, { operation, caller }) =>
      operation === "retrieveContactImport" && caller === "outsideBeta" ? refusal(403) : request,
  },
  unknown("empty-object", "Answers an unknown import with 200 and {}.", () => reply(200, {})),
  unknown("null", "Answers an unknown import with 200 and null.", () => reply(200, null)),
  unknown("made-up", "Makes up an import for an unknown id.", (id) =>
    reply(200, {
      object: "contact_import",
      id,
      status: "completed",
      created_at: "2026-11-01 10:05:42.118+00",
      completed_at: "2026-11-01 10:06:03.754+00",
      counts: COUNTS,
    }),
  ),
  unknown("another", "Returns another import for an unknown id.", async (_, { sandbox, call }) => {
    const { id } = await sandbox.db
      .selectFrom("contact_imports")
      .select("id")
      .where("team_id", "=", TEAMS.first)
      .orderBy("created_at")
      .executeTakeFirstOrThrow();
    return call(`/contacts/imports/${id}`);
  }),

  moment("iso", "Writes the times of an import as ISO 8601 with T and Z.", BOTH, (text) =>
    new Date(text).toISOString(),
  ),
  moment("completed-iso", "Writes completed_at as ISO 8601 with T and Z.", ["completed_at"], (text) =>
    new Date(text).toISOString(),
  ),
  moment("seconds", "Writes the times of an import without milliseconds.", BOTH, (text) => text.replace(/\.\d+/, "")),
  moment("offset-minutes", "Writes the offset of an import's times as +00:00.", BOTH, (text) => `${text}:00`),
  moment("offset-z", "Writes Z in place of the offset +00.", BOTH, (text) => text.replace("+00", "Z")),
  moment("offset-missing", "Writes created_at of an import without an offset.", ["created_at"], (text) =>
    text.replace("+00", ""),
  ),
  moment("offset-other", "Writes completed_at two hours east, as +02.", ["completed_at"], (text) =>
    text.replace("+00", "+02"),
  ),
  moment("number", "Writes created_at of an import as a number.", ["created_at"], (text) => Date.parse(text)),
  moment("microseconds", "Writes the times of an import with six digits of a second.", BOTH, (text) =>
    text.replace("+00", "000+00"),
  ),
  moment(
    "no-date",
    "Dates created_at of an import to the 31st of June.",
    ["created_at"],
    () => "2026-06-31 10:05:42.118+00",
  ),
  shown("completed-at-missing", "Leaves out completed_at of a completed import.", ["I2"], (body) =>
    body.status === "completed" ? without(body, "completed_at") : body,
  ),
  shown("completed-at-null", "Writes null for completed_at of a completed import.", ["I2"], (body) =>
    body.status === "completed" ? { ...body, completed_at: null } : body,
  ),
  shown("created-at-missing", "Leaves out created_at of an import.", ["I2"], (body) => without(body, "created_at")),

  counts("text", "Writes the counts of an import as text.", (all) =>
    Object.fromEntries(Object.entries(all).map(([name, count]) => [name, String(count)])),
  ),
  counts("total-text", "Writes the total of an import as text.", (all) => ({ ...all, total: String(all.total) })),
  counts("fractions", "Writes the counts of an import with fractions.", (all) =>
    Object.fromEntries(Object.entries(all).map(([name, count]) => [name, Number(count) + 0.5])),
  ),
  counts("without-skipped", "Leaves out how many contacts were skipped.", (all) => without(all, "skipped")),
  counts("without-zeros", "Leaves out counts that are zero.", (all) =>
    Object.fromEntries(Object.entries(all).filter(([, count]) => count !== 0)),
  ),
  counts("null-for-zero", "Writes null for counts that are zero.", (all) =>
    Object.fromEntries(Object.entries(all).map(([name, count]) => [name, count === 0 ? null : count])),
  ),
  counts("array", "Writes the counts of an import as an array.", (all) => Object.values(all)),
  counts("null", "Writes null for the counts of an import.", () => null),
  shown("counts-missing", "Leaves out the counts of an import.", ["I3"], (body) => without(body, "counts")),
  shown("counts-beside", "Writes the counts of an import beside its other fields.", ["I3"], (body) => ({
    ...without(body, "counts"),
    ...asObject(body.counts),
  })),
];
