import { asList } from "#openapi/document/document.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import type { OperationId } from "#team-api/sandbox/handlers/handler.js";
import { TEAMS } from "#team-api/sandbox/seed.js";
import { bodyOf, json, refusal, reply } from "../answers.js";
import { suppressionWhere } from "../behind.js";
import type { Asked, Change, Tools } from "../change.js";
import { emailOf, wantedOf, withKey } from "../requests.js";

/** Serves the other team from the first team's data where it has none of its own. */
function leaks(
  id: string,
  title: string,
  breaks: string[],
  operation: OperationId,
  fits: (request: Asked) => boolean = () => true,
): Change {
  return {
    id: `other-team-${id}`,
    title,
    breaks: [...breaks, "G2"],
    answer: (answer, request, tools) =>
      tools.operation === operation && isOther(tools) && answer.status === 404 && fits(request)
        ? tools.forward(withKey(request, tools.sandbox.keys.first))
        : answer,
  };
}

const isOther = ({ caller }: Tools) => caller === "otherTeam";

const LEAKING_LISTS: readonly [name: string, title: string, fits: (query: URLSearchParams) => boolean][] = [
  ["large-pages", "Lists every team's suppressions on large pages.", (query) => query.get("limit") === "100"],
  ["bounces", "Lists every team's bounces.", (query) => query.get("origin") === "bounce"],
];

const FOUND_BY_NO_SECOND_KEY: readonly [thing: string, operation: OperationId, promise: string][] = [
  ["suppression", "retrieveSuppression", "R1"],
  ["import", "retrieveContactImport", "I1"],
];

export const ISOLATION: Change[] = [
  leaks(
    "retrieves-by-id",
    "Lets a team retrieve another team's suppression by its id.",
    ["R1"],
    "retrieveSuppression",
    (request) => isUuid(wantedOf(request)),
  ),
  leaks(
    "retrieves-by-address",
    "Lets a team retrieve another team's suppression by its address.",
    ["R2"],
    "retrieveSuppression",
    (request) => wantedOf(request).includes("@"),
  ),
  leaks("retrieves-import", "Lets a team retrieve another team's import.", ["I1"], "retrieveContactImport"),
  {
    id: "other-team-lists-first",
    title: "Lists the first team's suppressions for every team.",
    breaks: ["G2", "L1"],
    request: (request, tools) =>
      tools.operation === "listSuppressions" && isOther(tools) ? withKey(request, tools.sandbox.keys.first) : request,
  },
  {
    id: "other-team-lists-one-more",
    title: "Lists one suppression of the first team on the other team's first page.",
    breaks: ["G2", "L1"],
    async answer(answer, request, tools) {
      const firstPage = !request.query.has("after") && !request.query.has("before") && !request.query.has("origin");
      if (tools.operation !== "listSuppressions" || !isOther(tools) || !firstPage) return answer;
      const newest = await tools.call("/suppressions?limit=1");
      const limit = Number(request.query.get("limit") ?? 20);
      return json(answer, (body) => ({
        ...body,
        data: [...asList(bodyOf(newest).data), ...asList(body.data)].slice(0, limit),
      }));
    },
  },
  {
    id: "other-team-lists-with-filter",
    title: "Lists every team's suppressions when there is a filter.",
    breaks: ["G2", "L7"],
    request: (request, tools) =>
      tools.operation === "listSuppressions" && isOther(tools) && request.query.has("origin")
        ? withKey(request, tools.sandbox.keys.first)
        : request,
  },
  ...LEAKING_LISTS.map(
    ([name, title, fits]): Change => ({
      id: `other-team-lists-${name}`,
      title,
      breaks: ["G2", "L1"],
      request: (request, tools) =>
        tools.operation === "listSuppressions" && isOther(tools) && fits(request.query)
          ? withKey(request, tools.sandbox.keys.first)
          : request,
    }),
  ),
  ...FOUND_BY_NO_SECOND_KEY.map(
    ([thing, operation, promise]): Change => ({
      id: `second-key-finds-no-${thing}`,
      title: `Finds no ${thing} for the team's second key.`,
      breaks: ["G2", promise],
      request: (request, tools) =>
        tools.operation === operation && tools.caller === "sameTeam" ? refusal(404) : request,
    }),
  ),
  {
    id: "other-team-adds-to-first",
    title: "Adds what the other team suppresses to the first team's list.",
    breaks: ["G2", "A3"],
    request: (request, tools) =>
      tools.operation === "addSuppression" && isOther(tools) ? withKey(request, tools.sandbox.keys.first) : request,
  },
  {
    id: "other-team-gets-first-id",
    title: "Returns the first team's id when another team adds the same address.",
    breaks: ["G2", "A2", "A3"],
    async request(request, tools) {
      if (tools.operation !== "addSuppression" || !isOther(tools)) return request;
      const email = emailOf(request)?.toLowerCase();
      const taken = await suppressionWhere(tools, TEAMS.first, ({ address }) => address === email);
      return taken ? reply(200, { object: "suppression", id: taken.id }) : request;
    },
  },
  {
    id: "other-team-address-taken",
    title: "Refuses an address that is on another team's list.",
    breaks: ["G2", "A1"],
    async request(request, tools) {
      if (tools.operation !== "addSuppression" || !isOther(tools)) return request;
      const email = emailOf(request)?.toLowerCase();
      return (await suppressionWhere(tools, TEAMS.first, ({ address }) => address === email)) ? refusal(409) : request;
    },
  },
  {
    id: "second-key-lists-nothing",
    title: "Shows the team's second key a list of its own, which is empty.",
    breaks: ["G2", "L8"],
    request: (request, { operation, caller }) =>
      operation === "listSuppressions" && caller === "sameTeam"
        ? reply(200, { object: "list", has_more: false, data: [] })
        : request,
  },
];
