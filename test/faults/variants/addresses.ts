import { isUuid } from "#openapi/patterns/uuid.js";
import { bodyOf, inSuppressions, json, refusal, succeeded } from "../answers.js";
import { suppressionWhere } from "../behind.js";
import type { Asked, Change, Tools } from "../change.js";
import { adding, emailOf, teamOf, wantedOf, wanting } from "../requests.js";

/** The suppression that an addition would meet: the sandbox compares addresses without regard to case. */
async function present(request: Asked, tools: Tools) {
  const team = teamOf(tools);
  const email = emailOf(request)?.normalize("NFC").toLowerCase();
  const admitted =
    tools.caller !== "outsideBeta" && /^application\/json\b/i.test(request.headers["content-type"] ?? "");
  if (tools.operation !== "addSuppression" || !admitted || !team || !email) return undefined;
  return suppressionWhere(tools, team, ({ address }) => address === email);
}

/**
 * Writes capitals before the @ so that the sandbox, which compares without regard to case, holds them apart from small
 * letters; a domain has no case (RFC 5321, 2.4).
 */
const written = (email: string) =>
  email.replace(/^.*(?=@)/s, (local) => local.replace(/[A-Z]/g, (letter) => `{${letter.toLowerCase()}}`));
const read = (email: string) => email.replace(/\{([a-z])\}/g, (_, letter: string) => letter.toUpperCase());
const readBack = inSuppressions("everywhere", (item) => ({ ...item, email: read(String(item.email)) }));

export const ADDRESSES: Change[] = [
  {
    id: "added-twice-409",
    title: "Refuses an address that is on the list already with 409.",
    open: "U11",
    request: async (request, tools) => ((await present(request, tools)) ? refusal(409) : request),
  },
  {
    id: "added-twice-422",
    title: "Refuses an address that is on the list already with 422.",
    open: "U11",
    request: async (request, tools) => ((await present(request, tools)) ? refusal(422) : request),
  },
  {
    id: "added-twice-201",
    title: "Answers a second addition with 201 and the id that the address has.",
    open: "U11",
    answer: (answer, _, { operation }) =>
      operation === "addSuppression" && succeeded(answer) ? { ...answer, status: 201 } : answer,
  },
  {
    id: "added-twice-replaced",
    title: "Gives an address that is added again a new id; the old one is gone.",
    open: "U11",
    async request(request, tools) {
      const old = await present(request, tools);
      if (old) await tools.sandbox.db.deleteFrom("suppressions").where("id", "=", old.id).execute();
      return request;
    },
  },
  {
    id: "added-twice-entry-twice",
    title: "Gives an address that is added again a second entry; by address, the newer one is found.",
    open: "U11",
    async request(request, tools) {
      const { db } = tools.sandbox;
      const old = await present(request, tools);
      // The address is what the sandbox finds by and holds unique; what is shown is the email.
      if (old) await db.updateTable("suppressions").set({ address: old.id }).where("id", "=", old.id).execute();
      return request;
    },
  },
  {
    id: "addresses-in-small-letters",
    title: "Keeps addresses in small letters.",
    open: "U11",
    answer: inSuppressions("everywhere", (item) => ({ ...item, email: String(item.email).toLowerCase() })),
  },
  {
    id: "domains-in-small-letters",
    title: "Keeps the domains of addresses in small letters.",
    open: "U11",
    answer: inSuppressions("everywhere", (item) => ({
      ...item,
      email: String(item.email).replace(/@.*$/s, (domain) => domain.toLowerCase()),
    })),
  },
  {
    id: "addresses-case-sensitive",
    title: "Compares what stands before the @ with regard to case.",
    open: "U11",
    request(request, { operation }) {
      const email = emailOf(request);
      const changed = email !== undefined && written(email) !== email;
      return operation === "addSuppression" && changed ? adding(request, written(email)) : request;
    },
    async answer(answer, request, tools) {
      const wanted = wantedOf(request);
      if (tools.operation !== "retrieveSuppression" || isUuid(wanted)) return readBack(answer, request, tools);
      const found = await tools.forward(wanting(request, written(wanted)));
      if (succeeded(found)) return json(found, (body) => ({ ...body, email: read(String(body.email)) }));
      // What the control plane put there is not written in our way.
      const sameLetters = String(bodyOf(answer).email).split("@")[0] === wanted.split("@")[0];
      return succeeded(answer) && !sameLetters ? refusal(404) : answer;
    },
  },
];
