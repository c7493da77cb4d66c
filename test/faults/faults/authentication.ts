import type { OperationId } from "#team-api/sandbox/handlers/handler.js";
import { TEAMS } from "#team-api/sandbox/seed.js";
import { refusal, reply } from "../answers.js";
import type { Asked, Change, Tools } from "../change.js";
import { bearerOf, withKey } from "../requests.js";

const OPERATIONS: readonly [OperationId, name: string, sentence: string][] = [
  ["revokeOauthGrant", "revoke", "Revokes a grant"],
  ["addSuppression", "add", "Adds a suppression"],
  ["listSuppressions", "list", "Lists suppressions"],
  ["retrieveSuppression", "retrieve", "Retrieves a suppression"],
  ["retrieveContactImport", "import", "Retrieves an import"],
];

const isMissing = ({ headers }: Asked) => headers.authorization === undefined;
const isUnknown = (request: Asked, { caller }: Tools) => caller === undefined && bearerOf(request) !== undefined;

/** Takes a request for one of the first team's. */
function taken(request: Asked, { sandbox }: Tools): Asked {
  return withKey(request, sandbox.keys.first);
}

/** Takes for the first team's whatever key looks like one of its two. */
function looksLike(test: (given: string, key: string) => boolean): NonNullable<Change["request"]> {
  return (request, tools) => {
    const { first, sameTeam } = tools.sandbox.keys;
    const given = bearerOf(request);
    const like = tools.caller === undefined && given !== undefined && [first, sameTeam].some((key) => test(given, key));
    return like ? taken(request, tools) : request;
  };
}

/** Serves the team outside the beta in one operation. One at a time, since the enrolment is the team's. */
function servedOutsideBeta(operation: OperationId): NonNullable<Change["request"]> {
  return (request, tools) => {
    if (tools.caller !== "outsideBeta") return request;
    const enrol = (in_beta: number) =>
      tools.sandbox.db.updateTable("teams").set({ in_beta }).where("id", "=", TEAMS.outsideBeta).execute();
    return tools.alone(async () => {
      if (tools.operation === operation) await enrol(1);
      try {
        return await tools.forward(request);
      } finally {
        await enrol(0);
      }
    });
  };
}

export const AUTHENTICATION: Change[] = [
  {
    id: "any-bearer-token",
    title: "Takes any Bearer token for the first team's key.",
    breaks: ["G2"],
    request: looksLike(() => true),
  },
  {
    id: "empty-bearer-token",
    title: "Takes `Bearer` without a token for the first team's key.",
    breaks: ["G2"],
    request: (request, tools) =>
      /^bearer\s*$/i.test(request.headers.authorization ?? "") ? taken(request, tools) : request,
  },
  ...OPERATIONS.map(
    ([operation, name, sentence]): Change => ({
      id: `missing-key-${name}`,
      title: `${sentence} without a key.`,
      breaks: ["G2"],
      request: (request, tools) =>
        tools.operation === operation && isMissing(request) ? taken(request, tools) : request,
    }),
  ),
  ...["limit", "before"].map(
    (name): Change => ({
      id: `missing-key-list-${name}`,
      title: `Lists suppressions without a key where ${name} is given.`,
      breaks: ["G2"],
      request: (request, tools) =>
        tools.operation === "listSuppressions" && request.query.has(name) && isMissing(request)
          ? taken(request, tools)
          : request,
    }),
  ),
  ...OPERATIONS.map(
    ([operation, name, sentence]): Change => ({
      id: `unknown-key-${name}`,
      title: `${sentence} with a key that is no team's.`,
      breaks: ["G2"],
      request: (request, tools) =>
        tools.operation === operation && isUnknown(request, tools) ? taken(request, tools) : request,
    }),
  ),
  {
    id: "unknown-key-empty-list",
    title: "Answers an unknown key with an empty list instead of refusing it.",
    breaks: ["G2"],
    request: (request, tools) =>
      tools.operation === "listSuppressions" && isUnknown(request, tools)
        ? reply(200, { object: "list", has_more: false, data: [] })
        : request,
  },
  {
    id: "key-without-scheme",
    title: "Takes a key that stands in Authorization without `Bearer`.",
    breaks: ["G2"],
    request: (request, tools) =>
      request.headers.authorization === tools.sandbox.keys.first ? taken(request, tools) : request,
  },
  {
    id: "key-under-any-scheme",
    title: "Takes a key under any scheme, `Basic` or `Token` say.",
    breaks: ["G2"],
    request: (request, tools) =>
      request.headers.authorization?.split(" ")[1] === tools.sandbox.keys.first ? taken(request, tools) : request,
  },
  {
    id: "key-by-its-beginning",
    title: "Compares the first eight characters of a key only.",
    breaks: ["G2"],
    request: looksLike((given, key) => given.slice(0, 8) === key.slice(0, 8)),
  },
  {
    id: "key-with-more-behind",
    title: "Takes a key with further characters behind it.",
    breaks: ["G2"],
    request: looksLike((given, key) => given.startsWith(key)),
  },
  {
    id: "key-cut-short",
    title: "Takes a key whose last character is missing.",
    breaks: ["G2"],
    request: looksLike((given, key) => given === key.slice(0, -1)),
  },
  {
    id: "key-without-regard-to-case",
    title: "Compares keys without regard to case.",
    breaks: ["G2"],
    request: looksLike((given, key) => given.toLowerCase() === key.toLowerCase()),
  },
  {
    id: "key-of-team-refused-on-import",
    title: "Refuses the first team's own key when it retrieves an import.",
    breaks: ["G2", "I1"],
    request: (request, tools) =>
      tools.operation === "retrieveContactImport" && tools.caller === "first" ? refusal(401) : request,
  },
  {
    id: "outside-beta-list",
    title: "Lists suppressions for a team outside the beta.",
    breaks: ["G3"],
    request: servedOutsideBeta("listSuppressions"),
  },
  {
    id: "outside-beta-add",
    title: "Adds a suppression for a team outside the beta.",
    breaks: ["G3"],
    request: servedOutsideBeta("addSuppression"),
  },
  {
    id: "outside-beta-retrieve",
    title: "Retrieves a suppression for a team outside the beta.",
    breaks: ["G3"],
    request: servedOutsideBeta("retrieveSuppression"),
  },
  {
    id: "outside-beta-empty-list",
    title: "Answers a team outside the beta with an empty list instead of refusing it.",
    breaks: ["G3"],
    request: (request, tools) =>
      tools.operation === "listSuppressions" && tools.caller === "outsideBeta"
        ? reply(200, { object: "list", has_more: false, data: [] })
        : request,
  },
];
