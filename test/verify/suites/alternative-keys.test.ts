import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { jsonResponse, REJECTED, verifyServer } from "#test/verify/small-document.js";
import { type Credentials, singleCredential } from "#verify/model/target/target.js";
import { reasonOf } from "#verify/model/test-case/outcome.js";

// An operation that takes keys in several ways (Security Requirement Object, OpenAPI 3.1, 4.8.30).

const securitySchemes: JsonObject = {
  bearer: { type: "http", scheme: "bearer" },
  header: { type: "apiKey", in: "header", name: "X-Team-Key" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
};
type Scheme = "bearer" | "header" | "cookie";
const KEYS: Record<Scheme, string> = { bearer: "tk_bearer_11", header: "tk_header_22", cookie: "tk_cookie_33" };
const named = (...names: Scheme[]): Credentials =>
  Object.fromEntries(names.map((name) => [name, { value: KEYS[name], variable: name.toUpperCase() }]));

const reading = (security: Scheme[][]): JsonObject => ({
  "/it": {
    get: {
      operationId: "getIt",
      security: security.map((names) => Object.fromEntries(names.map((name) => [name, []]))),
      responses: { 200: jsonResponse({ type: "object" }, {}), 401: REJECTED },
    },
  },
});

/** Verifies a server that accepts the keys of some alternatives. */
async function verified(
  security: Scheme[][],
  accepted: Scheme[][],
  own: Credentials,
  { keys = KEYS, hasExampleData = false } = {},
) {
  const { results, report } = await verifyServer(
    reading(security),
    ({ headers }, response) => {
      const sent = {
        bearer: /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1],
        header: headers["x-team-key"],
        cookie: headers.cookie?.replace("sid=", ""),
      };
      const isAccepted = accepted.some((names) => names.every((name) => sent[name] === keys[name]));
      json(response, isAccepted ? 200 : 401, {});
    },
    { settle: 0, writes: "none", credentials: { own }, hasExampleData },
    { only: ["examples", "authentication"], extensions: { components: { securitySchemes } } },
  );
  const ways = results.filter(({ name }) => name.startsWith("getIt › accepts the key"));
  return {
    failures: failuresOf(results),
    ways: ways.map(({ name, outcome }) => [
      name.replace("getIt › accepts the ", ""),
      reasonOf(outcome) ?? outcome.verdict,
    ]),
    coverage: report.coverage?.kinds.find(({ kind }) => kind === "alternative keys"),
    missing: report.coverage?.missing.filter(({ kind }) => kind === "alternative keys").flatMap(({ names }) => names),
  };
}

const TWO: Scheme[][] = [["bearer"], ["header"]];

test("a read is sent with the keys of each alternative, and the coverage counts them", async () => {
  expect(await verified(TWO, TWO, named("bearer", "header"))).toEqual({
    ...{ failures: [], ways: [["key of header", "passed"]], missing: [] },
    coverage: { kind: "alternative keys", exercised: 2, total: 2 },
  });
  const three: Scheme[][] = [["bearer"], ["header", "cookie"]];
  expect(await verified(three, three, named("bearer", "header", "cookie"))).toMatchObject({
    ...{ failures: [], ways: [["keys of header and cookie", "passed"]], missing: [] },
  });
});

test("the usual keys are those of the first alternative that the target file has", async () => {
  const { ways, missing } = await verified(TWO, TWO, named("header"));
  expect(ways).toEqual([["key of bearer", "it needs a key of bearer: add one to the target file, credentials.bearer"]]);
  expect(missing).toEqual(["bearer"]);
});

test("without its key, an alternative is skipped and named, also where one key is given for any scheme", async () => {
  for (const own of [named("bearer"), singleCredential(KEYS.bearer, "KEY")]) {
    expect(await verified(TWO, TWO, own)).toEqual({
      ...{
        failures: [],
        ways: [["key of header", "it needs a key of header: add one to the target file, credentials.header"]],
        missing: ["header"],
      },
      coverage: { kind: "alternative keys", exercised: 1, total: 2 },
    });
  }
});

test("a server that does not read the keys of an alternative fails where the run knows them", async () => {
  const own = singleCredential("k", "KEY");
  const keys = { bearer: "k", header: "k", cookie: "k" };
  const { failures, missing } = await verified(TWO, [["bearer"]], own, { keys, hasExampleData: true });
  expect(failures.join()).toMatch(/getIt › accepts the key of header.*401/);
  expect(missing).toEqual(["header"]);
  expect((await verified(TWO, TWO, own, { keys, hasExampleData: true })).failures).toEqual([]);
});

test("a key that another server rejects may be wrong: it is no failure, and the coverage names it", async () => {
  const { failures, ways, missing } = await verified(TWO, [["bearer"]], named("bearer", "header"));
  expect(failures).toEqual([]);
  expect(ways).toEqual([
    ["key of header", "the key of header was rejected with 401: it may lack access to this operation"],
  ]);
  expect(missing).toEqual(["header"]);
});

test("one alternative counts as nothing: each request that succeeds has it", async () => {
  const { ways, coverage } = await verified([["bearer"]], [["bearer"]], named("bearer"));
  expect([ways, coverage]).toEqual([[], undefined]);
});
