import { isUuid } from "#openapi/patterns/uuid.js";
import { bodyOf, insteadOf, json, onSuccess, refusal, reply, succeeded } from "../answers.js";
import { suppressionWhere } from "../behind.js";
import type { Answer, Asked, Change, Tools } from "../change.js";
import { teamOf, wantedOf } from "../requests.js";

/** A fault in what is answered for a suppression that the team does not have. */
function unknown(
  id: string,
  title: string,
  breaks: string[],
  replace: (request: Asked, tools: Tools, team: string) => unknown,
): Change {
  return {
    id: `retrieve-unknown-${id}`,
    title,
    breaks,
    async answer(answer, request, tools) {
      const team = teamOf(tools);
      if (tools.operation !== "retrieveSuppression" || answer.status !== 404 || team === undefined) return answer;
      const body = await replace(request, tools, team);
      return body === undefined ? answer : reply(200, body);
    },
  };
}

/** A fault in what is returned by id, or by address. */
function found(
  id: string,
  title: string,
  breaks: string[],
  by: "id" | "address",
  replace: (answer: Answer, request: Asked, tools: Tools) => Answer | Promise<Answer>,
): Change {
  return {
    id: `retrieve-${id}`,
    title,
    breaks,
    answer: (answer, request, tools) =>
      tools.operation === "retrieveSuppression" && succeeded(answer) && isUuid(wantedOf(request)) === (by === "id")
        ? replace(answer, request, tools)
        : answer,
  };
}

/** Another suppression of the team than the one that is asked for. */
const another: Parameters<typeof found>[4] = async (answer, request, tools) => {
  const wanted = wantedOf(request).toLowerCase();
  const other = await suppressionWhere(
    tools,
    teamOf(tools) ?? "",
    ({ id, address }) => id !== wanted && address !== wanted,
  );
  return other ? reply(200, other) : answer;
};
const notFound = () => refusal(404);
const unless = (fits: (origin: unknown) => boolean): Parameters<typeof found>[4] => {
  return (answer) => (fits(bodyOf(answer).origin) ? answer : refusal(404));
};

export const RETRIEVE: Change[] = [
  found("another-by-id", "Returns another suppression than the id's.", ["R1"], "id", another),
  found("nothing-by-id", "Finds no suppression by its id.", ["R1"], "id", notFound),
  found(
    "manual-by-id-only",
    "Finds manual suppressions only by their ids.",
    ["R1"],
    "id",
    unless((origin) => origin === "manual"),
  ),
  found(
    "no-complaints-by-id",
    "Finds no complaint by its id.",
    ["R1"],
    "id",
    unless((origin) => origin !== "complaint"),
  ),
  found("array-by-id", "Returns an array with the suppression.", ["R1"], "id", (answer) =>
    json(answer, (body) => [body]),
  ),
  {
    id: "retrieve-list-envelope",
    title: "Returns a list envelope with one suppression.",
    breaks: ["R1", "R2"],
    answer: onSuccess("retrieveSuppression", (body) => ({ object: "list", has_more: false, data: [body] })),
  },
  {
    id: "retrieve-no-content",
    title: "Answers a retrieval with 204.",
    breaks: ["R1", "R2"],
    answer: insteadOf("retrieveSuppression", () => ({ status: 204, headers: {}, body: "" })),
  },
  {
    id: "retrieve-id-in-answer-changed",
    title: "Retrieves a suppression with another id than the one that was asked for.",
    breaks: ["R1"],
    answer: onSuccess("retrieveSuppression", (body) => ({
      ...body,
      id: String(body.id).replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    })),
  },

  found("another-by-address", "Returns another suppression than the address's.", ["R2"], "address", another),
  found("nothing-by-address", "Finds no suppression by its address.", ["R2"], "address", notFound),
  found(
    "no-bounces-by-address",
    "Finds no bounce by its address.",
    ["R2"],
    "address",
    unless((origin) => origin !== "bounce"),
  ),
  {
    id: "retrieve-newest-by-address-only",
    title: "Looks for an address among the 20 newest suppressions only.",
    breaks: ["R2"],
    async answer(answer, request, tools) {
      const byId = isUuid(wantedOf(request));
      if (tools.operation !== "retrieveSuppression" || byId || !succeeded(answer) || !tools.caller) return answer;
      const newest = await tools.call("/suppressions?limit=20", { key: tools.caller });
      return newest.body.includes(String(bodyOf(answer).id)) ? answer : refusal(404);
    },
  },
  unknown("null", "Answers an unknown suppression with 200 and null.", ["R1", "R2"], () => null),
  unknown("empty-object", "Answers an unknown suppression with 200 and {}.", ["R1", "R2"], () => ({})),
  unknown(
    "error-as-success",
    "Answers an unknown suppression with 200 and an error in the body.",
    ["R1", "R2"],
    () => ({
      error: { code: "not_found", message: "There is no such suppression." },
    }),
  ),
  unknown("another", "Returns the newest suppression for an unknown one.", ["R1", "R2"], (_, tools, team) =>
    suppressionWhere(tools, team, () => true),
  ),
  unknown("made-up", "Makes up a suppression for an address that is not on the list.", ["R2"], (request) => {
    const email = wantedOf(request);
    const id = "00000000-0000-4000-8000-000000000000";
    const created_at = "2026-11-06T14:02:37.481Z";
    if (!email.includes("@")) return undefined;
    return { object: "suppression", id, email, origin: "manual", source_id: null, created_at };
  }),
  unknown(
    "by-its-beginning",
    "Finds a suppression by the beginning of its address.",
    ["R2"],
    (request, tools, team) => {
      const wanted = wantedOf(request).toLowerCase();
      return isUuid(wanted) ? undefined : suppressionWhere(tools, team, ({ address }) => address.startsWith(wanted));
    },
  ),
  {
    id: "retrieve-unknown-empty-page",
    title: "Answers an unknown suppression with 204.",
    breaks: ["R1", "R2"],
    answer: (answer, _, { operation }) =>
      operation === "retrieveSuppression" && answer.status === 404 ? { status: 204, headers: {}, body: "" } : answer,
  },
];
