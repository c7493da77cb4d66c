import { isUuid } from "#openapi/patterns/uuid.js";
import { TEAMS } from "#team-api/sandbox/seed.js";
import { bodyOf, json, refusal, reply, succeeded } from "../answers.js";
import { grantOf, isOwn, suppressionWhere } from "../behind.js";
import type { Asked, Change, Tools } from "../change.js";
import { bearerOf, emailOf, keyOfTeam, wantedOf, withKey, withQuery } from "../requests.js";

/** A key that is not good opens something in one way only. */
function opens(id: string, title: string, breaks: string[], fits: (request: Asked, tools: Tools) => boolean): Change {
  return {
    id: `narrow-${id}`,
    title,
    breaks,
    request: (request, tools) => (fits(request, tools) ? withKey(request, tools.sandbox.keys.first) : request),
  };
}

const isKeyless = ({ headers }: Asked) => headers.authorization === undefined;
const isListing = ({ operation }: Tools) => operation === "listSuppressions";

/** Faults that show at one kind of request, which an honest run has no other reason to make. */
export const NARROW: Change[] = [
  opens("no-key-with-filter", "Needs no key where there is a filter.", ["G2"], (request, tools) => {
    return isListing(tools) && isKeyless(request) && request.query.has("origin");
  }),
  opens("no-key-after-cursor", "Needs no key after a cursor.", ["G2"], (request, tools) => {
    return isListing(tools) && isKeyless(request) && request.query.has("after");
  }),
  opens("no-key-by-address", "Needs no key to retrieve by address.", ["G2"], (request, { operation }) => {
    return operation === "retrieveSuppression" && isKeyless(request) && wantedOf(request).includes("@");
  }),
  opens("key-of-undefined", "Takes the word `undefined` for a key.", ["G2"], (request) => {
    return bearerOf(request) === "undefined";
  }),
  opens("key-as-pattern", "Looks for a key with LIKE.", ["G2"], (request) => bearerOf(request) === "%"),
  {
    id: "narrow-outside-beta-with-filter",
    title: "Answers a team outside the beta with a list where there is a filter.",
    breaks: ["G3"],
    request: (request, tools) =>
      isListing(tools) && tools.caller === "outsideBeta" && request.query.has("origin")
        ? reply(200, { object: "list", has_more: false, data: [] })
        : request,
  },
  {
    id: "narrow-both-cursors-known",
    title: "Refuses both cursors only because it does not know one of them.",
    breaks: ["L6"],
    async request(request, tools) {
      const { query } = request;
      const [after, before] = [query.get("after"), query.get("before")];
      if (!isListing(tools) || after === null || before === null) return request;
      // The documents' examples are unknown to most servers, though this one has them.
      const examples = JSON.stringify(tools.sandbox.document.components);
      if ([after, before].every((id) => examples.includes(id))) return refusal(404);
      return withQuery(request, { before: null });
    },
  },
  {
    id: "narrow-filter-more-of-all",
    title: "Counts the items of every origin where it says whether there are more of one.",
    breaks: ["L7", "L8"],
    async answer(answer, request, tools) {
      const first = isListing(tools) && request.query.has("origin") && !request.query.has("after");
      if (!first || !succeeded(answer) || request.query.has("before")) return answer;
      const all = bodyOf(await tools.forward(withQuery(request, { origin: null })));
      return json(answer, (body) => ({ ...body, has_more: body.has_more === true || all.has_more }));
    },
  },
  {
    id: "narrow-default-page-skips",
    title: "Skips an item after a cursor where there is no limit.",
    breaks: ["L4"],
    async answer(answer, request, tools) {
      const { query } = request;
      if (!isListing(tools) || !query.has("after") || query.has("limit") || !succeeded(answer)) return answer;
      const more = await tools.forward(withQuery(request, { limit: "21" }));
      return json(more, (body) => ({ ...body, data: Array.isArray(body.data) ? body.data.slice(1) : [] }));
    },
  },
  {
    id: "narrow-other-team-bounces",
    title: "Lets a team retrieve what bounced for another.",
    breaks: ["G2", "R1"],
    async request(request, tools) {
      if (tools.operation !== "retrieveSuppression" || tools.caller !== "otherTeam") return request;
      const wanted = wantedOf(request).toLowerCase();
      const fits = ({ id, origin }: { id: string; origin: string }) => id === wanted && origin === "bounce";
      const found = isUuid(wanted) ? await suppressionWhere(tools, TEAMS.first, fits) : undefined;
      return found ? withKey(request, tools.sandbox.keys.first) : request;
    },
  },
  {
    id: "narrow-first-team-revokes-all",
    title: "Lets the first team revoke any team's grant.",
    breaks: ["V9"],
    async request(request, tools) {
      const mine = tools.caller === "first" || tools.caller === "sameTeam";
      if (tools.operation !== "revokeOauthGrant" || !mine) return request;
      const grant = await grantOf(request, tools);
      return grant && !isOwn(grant, tools) ? withKey(request, keyOfTeam(tools, grant.team_id)) : request;
    },
  },
  {
    id: "narrow-add-twice-made-up-id",
    title: "Answers a second addition of an address with an id that nothing has.",
    breaks: ["A2", "R1"],
    async request(request, tools) {
      const email = emailOf(request)?.toLowerCase();
      if (tools.operation !== "addSuppression" || tools.caller !== "first" || !email) return request;
      const known = await suppressionWhere(tools, TEAMS.first, ({ address }) => address === email);
      return known ? reply(200, { object: "suppression", id: "0b9a7c52-1d8e-4f30-9c64-7e2f5a1b8d03" }) : request;
    },
  },
  {
    id: "narrow-remembers-404",
    title: "Goes on answering 404 for an address that was asked for before it was added.",
    breaks: ["A3", "R2"],
    answer(answer, request, { operation, memory }) {
      if (operation !== "retrieveSuppression") return answer;
      const wanted = wantedOf(request);
      if (answer.status === 404) memory.set(wanted, "");
      return memory.has(wanted) ? refusal(404) : answer;
    },
  },
  {
    id: "narrow-nul-fails",
    title: "Fails with 500 at a NUL character in a path.",
    breaks: ["wire"],
    request: (request) => (request.path.includes("%00") ? refusal(500) : request),
  },
  {
    id: "narrow-unknown-field-fails",
    title: "Fails with 500 at a field that it does not know.",
    breaks: ["wire"],
    request: (request, { operation }) =>
      operation === "addSuppression" && request.body.includes("no_such_field") ? refusal(500) : request,
  },
  {
    id: "narrow-braces-not-found",
    title: "Finds no address with a caret or braces.",
    breaks: ["R2"],
    request: (request, { operation, caller }) =>
      operation === "retrieveSuppression" && caller && /[{^}]/.test(wantedOf(request)) ? refusal(404) : request,
  },
];
