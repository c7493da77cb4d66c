import { randomUUID } from "node:crypto";
import type { JsonObject } from "#openapi/document/document.js";
import { bodyOf, insteadOf, onSuccess, refusal, reply, succeeded, without } from "../answers.js";
import { store, suppressionWhere } from "../behind.js";
import type { Asked, Change, Tools } from "../change.js";
import { emailOf, teamOf } from "../requests.js";

/** Adds an address that the sandbox rejects: `fits` returns the address that it takes from a request, or undefined. */
export function accepts(
  id: string,
  title: string,
  fits: (request: Asked) => string | undefined,
  meaning: Pick<Change, "breaks" | "open"> = { breaks: ["A1"] },
): Change {
  return {
    id: `add-accepts-${id}`,
    title,
    ...meaning,
    async answer(answer, request, tools) {
      const team = teamOf(tools);
      const enrolled = tools.caller !== "outsideBeta" && team !== undefined;
      if (tools.operation !== "addSuppression" || !enrolled || succeeded(answer)) return answer;
      const email = fits(request);
      if (email === undefined) return answer;
      return reply(201, { object: "suppression", id: email === "" ? randomUUID() : await store(tools, team, email) });
    },
  };
}

/** Refuses what should be added. */
function refuses(id: string, title: string, fits: (email: string) => boolean, status = 422): Change {
  return {
    id: `add-refuses-${id}`,
    title,
    breaks: ["A1", "R2"],
    request: (request, { operation }) =>
      operation === "addSuppression" && fits(emailOf(request) ?? "") ? refusal(status) : request,
  };
}

/** Does something behind the answer when an address was added. */
export function afterAdd(
  id: string,
  title: string,
  breaks: string[],
  act: (added: { id: string; email: string }, tools: Tools) => Promise<void>,
): Change {
  return {
    id: `add-${id}`,
    title,
    breaks,
    async answer(answer, request, tools) {
      if (tools.operation !== "addSuppression" || !succeeded(answer)) return answer;
      await act({ id: String(bodyOf(answer).id), email: emailOf(request) ?? "" }, tools);
      return answer;
    },
  };
}

export const isJson = ({ headers }: Asked) => /json/.test(headers["content-type"] ?? "");
export const isMalformed = ({ body }: Asked) => {
  try {
    JSON.parse(body);
    return false;
  } catch {
    return body !== "";
  }
};
/** The address in a body that is no JSON, or breaks off. */
export const addressIn = ({ body }: Asked) => /[\w.+-]+(@|%40)[\w.-]+/.exec(body)?.[0].replace("%40", "@");
const answering = (change: (body: JsonObject) => unknown) => onSuccess("addSuppression", change);

export const ADD: Change[] = [
  accepts("no-email", "Adds a body without email.", (request) =>
    isJson(request) && !isMalformed(request) && request.body !== "" && !("email" in bodyOf(request)) ? "" : undefined,
  ),
  accepts("null-email", "Adds an email that is null.", (request) => (bodyOf(request).email === null ? "" : undefined)),
  accepts("email-number", "Adds an email that is a number, as text.", (request) => {
    const { email } = bodyOf(request);
    return typeof email === "number" ? String(email) : undefined;
  }),
  accepts("email-array", "Adds the first of an array of addresses.", (request) => {
    const { email } = bodyOf(request);
    return Array.isArray(email) ? String(email[0] ?? "") : undefined;
  }),
  accepts("empty-body", "Adds nothing when the body is empty, and calls it a success.", (request) =>
    request.body === "" ? "" : undefined,
  ),
  accepts(
    "malformed-json",
    "Adds what stands in malformed JSON.",
    (request) => (isJson(request) && isMalformed(request) ? (addressIn(request) ?? "") : undefined),
    { breaks: ["A1", "G1"] },
  ),

  refuses("plus", "Refuses addresses with a plus sign.", (email) => email.includes("+")),
  refuses("capitals", "Refuses addresses with capital letters.", (email) => /[A-Z]/.test(email)),
  refuses("apostrophe", "Refuses addresses with an apostrophe.", (email) => email.includes("'")),
  refuses("everything", "Refuses every address with 400.", (email) => email.includes("@"), 400),

  {
    id: "add-returns-whole-suppression",
    title: "Returns the whole suppression when it is added.",
    breaks: ["A2"],
    async answer(answer, _, tools) {
      const team = teamOf(tools);
      if (tools.operation !== "addSuppression" || !succeeded(answer) || team === undefined) return answer;
      const whole = await suppressionWhere(tools, team, ({ id }) => id === bodyOf(answer).id);
      return reply(answer.status, whole);
    },
  },
  ...(
    [
      [
        "returns-email-too",
        "Returns the address too when it is added.",
        (body) => ({ ...body, email: "a@example.com" }),
      ],
      ["returns-status-too", "Returns `success` too when an address is added.", (body) => ({ ...body, success: true })],
      ["without-id", "Returns no id when an address is added.", (body) => without(body, "id")],
      ["without-object", "Returns no `object` when an address is added.", (body) => without(body, "object")],
      ["object-other", "Calls what was added `suppressions`.", (body) => ({ ...body, object: "suppressions" })],
      ["id-null", "Returns null for the id of what was added.", (body) => ({ ...body, id: null })],
      ["id-number", "Returns a number for the id of what was added.", (body) => ({ ...body, id: 4711 })],
      ["wrapped", "Wraps what was added in `data`.", (body) => ({ data: body })],
    ] satisfies [string, string, (body: JsonObject) => unknown][]
  ).map(([id, title, change]): Change => ({ id: `add-${id}`, title, breaks: ["A2"], answer: answering(change) })),
  {
    id: "add-id-no-uuid",
    title: "Returns an id that is no UUID when an address is added.",
    breaks: ["A2", "S3"],
    answer: answering((body) => ({ ...body, id: `sup_${String(body.id).slice(-12)}` })),
  },
  {
    id: "add-id-of-none",
    title: "Returns an id that nothing can be retrieved by.",
    breaks: ["A2", "A3", "R1"],
    answer: answering((body) => ({ ...body, id: randomUUID() })),
  },
  {
    id: "add-id-of-another",
    title: "Returns the id of another suppression.",
    breaks: ["A2", "A3"],
    async answer(answer, _, tools) {
      if (tools.operation !== "addSuppression" || !succeeded(answer)) return answer;
      const team = teamOf(tools) ?? "";
      const another = await suppressionWhere(tools, team, ({ origin }) => origin === "bounce");
      return another && reply(answer.status, { object: "suppression", id: another.id });
    },
  },
  {
    id: "add-no-content",
    title: "Answers an addition with 204 and no body.",
    breaks: ["A2"],
    answer: insteadOf("addSuppression", () => ({ status: 204, headers: {}, body: "" })),
  },
];
