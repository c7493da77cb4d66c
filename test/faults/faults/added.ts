import { randomUUID } from "node:crypto";
import type { JsonObject } from "#openapi/document/document.js";
import { bodyOf, inSuppressions, succeeded } from "../answers.js";
import { store } from "../behind.js";
import type { Asked, Change } from "../change.js";
import { emailOf, teamOf } from "../requests.js";
import { addressIn, afterAdd, isJson, isMalformed } from "./add.js";

/** Keeps another address than the one that was sent. */
function keeps(id: string, title: string, spelling: (email: string) => string, breaks = ["A3", "S1", "R2"]): Change {
  return afterAdd(`keeps-${id}`, title, breaks, async (added, tools) => {
    const { db } = tools.sandbox;
    const email = spelling(added.email);
    if (email === added.email) return;
    // An address is one of a kind in a team; what stood under the changed one makes way.
    await db
      .deleteFrom("suppressions")
      .where("team_id", "=", teamOf(tools) ?? "")
      .where("address", "=", email.toLowerCase())
      .execute();
    await db
      .updateTable("suppressions")
      .set({ email, address: email.toLowerCase() })
      .where("id", "=", added.id)
      .execute();
  });
}

/** Shows what was added in another way: when it is listed only, or retrieved only. */
function added(
  id: string,
  title: string,
  where: "listed" | "retrieved",
  breaks: string[],
  mutate: (suppression: JsonObject) => JsonObject,
): Change {
  // A list filtered by origin stays honest, or the fault would break L7 too.
  const show = inSuppressions(where, (suppression, request, { memory }) =>
    memory.has(String(suppression.id)) && !request.query.has("origin") ? mutate(suppression) : suppression,
  );
  return {
    id: `added-${id}`,
    title,
    breaks,
    answer(answer, request, tools) {
      if (tools.operation === "addSuppression" && succeeded(answer)) tools.memory.set(String(bodyOf(answer).id), "");
      return show(answer, request, tools);
    },
  };
}

const bounced = (suppression: JsonObject) => ({ ...suppression, origin: "bounce", source_id: randomUUID() });

/** What becomes of an address that was added, or refused. */
export const ADDED: Change[] = [
  afterAdd("does-not-store", "Answers an addition as it should, and keeps nothing.", ["A3"], async ({ id }, tools) => {
    await tools.sandbox.db.deleteFrom("suppressions").where("id", "=", id).execute();
  }),
  afterAdd("stores-bounce", "Keeps what the team added as a bounce.", ["A3"], async ({ id }, { sandbox: { db } }) => {
    const set = { origin: "bounce", source_id: randomUUID() } as const;
    await db.updateTable("suppressions").set(set).where("id", "=", id).execute();
  }),
  added("listed-as-bounce", "Lists what the team added as a bounce.", "listed", ["A3"], bounced),
  added("retrieved-as-bounce", "Retrieves what the team added as a bounce.", "retrieved", ["A3"], bounced),
  added("retrieved-with-source", "Retrieves what the team added with a source.", "retrieved", ["A3", "S2"], (item) => ({
    ...item,
    source_id: randomUUID(),
  })),
  added("listed-with-source", "Lists what the team added with a source.", "listed", ["A3", "S2"], (item) => ({
    ...item,
    source_id: randomUUID(),
  })),

  keeps("what-precedes-plus", "Keeps an address without what stands from the plus sign to the @.", (email) =>
    email.replace(/\+[^@]*/, ""),
  ),
  keeps("space-for-plus", "Keeps a space in place of a plus sign.", (email) => email.replaceAll("+", " ")),
  keeps("no-domain", "Keeps what stands before the @ only.", (email) => email.replace(/@.*/, "")),
  keeps("mojibake", "Reads the bytes of an address as Latin-1.", (email) => Buffer.from(email).toString("latin1")),
  keeps("no-dots", "Keeps an address without the dots before the @.", (email) =>
    email.replace(/^[^@]*/, (local) => local.replaceAll(".", "")),
  ),

  ...(
    [
      [
        "wrong-media-type",
        "Refuses a body of another media type, yet keeps the address.",
        ["A1", "G1"],
        (request) => !isJson(request),
      ],
      ["no-address", "Refuses what is no address, yet keeps it.", ["A1"], (_, status) => status === 422],
      [
        "malformed-json",
        "Refuses malformed JSON, yet keeps the address in it.",
        ["A1", "G1"],
        (request) => isJson(request) && isMalformed(request),
      ],
    ] satisfies [string, string, string[], (request: Asked, status: number) => boolean][]
  ).map(
    ([id, title, breaks, fits]): Change => ({
      id: `add-refused-yet-stored-${id}`,
      title,
      breaks,
      async answer(answer, request, tools) {
        const team = teamOf(tools);
        if (tools.operation !== "addSuppression" || answer.status < 400 || team === undefined) return answer;
        const email = emailOf(request) ?? addressIn(request);
        if (tools.caller !== "outsideBeta" && email && fits(request, answer.status)) await store(tools, team, email);
        return answer;
      },
    }),
  ),
  {
    id: "add-refused-yet-stored-no-key",
    title: "Refuses an addition without a known key, yet keeps the address on the first team's list.",
    breaks: ["G2"],
    async answer(answer, request, tools) {
      const email = emailOf(request);
      if (tools.operation !== "addSuppression" || tools.caller !== undefined || !email) return answer;
      await tools.call("/suppressions", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email }),
      });
      return answer;
    },
  },
];
