import { describe, expect, test } from "vitest";
import { asObject } from "#openapi/document/document.js";
import { sample } from "#test/sample.js";
import type { ReceivedRequest } from "#test/server.js";
import { singleCredential } from "#verify/model/target/target.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";
import { type Instead, runNotes, type Seen } from "./notes-server.js";

const titleOf = ({ note }: Seen) => String(note?.title ?? "");
const cityOf = ({ note }: Seen) => String(asObject(note?.place).city ?? "");
const numberOf = ({ note }: Seen) => Number(note?.count ?? 0);
const depthOf = (value: unknown): number => (Array.isArray(value) ? 1 + depthOf(value[0]) : 0);

/** A server that responds with 500 to some requests. */
const failing =
  (fails: (seen: Seen) => boolean): Instead =>
  (seen) =>
    fails(seen) ? 500 : undefined;

describe("a server error is reported once, with the part of the request that causes it:", () => {
  test.each(
    sample<[operation: string, cause: string, fails: (seen: Seen) => boolean]>(
      [
        [
          "listNotes",
          "an unknown parameter",
          ({ url, query }) => url.startsWith("/notes?") && query.has("no_such_parameter"),
        ],
        ["listNotes", "quotation marks in q", ({ query }) => query.get("q")?.includes("'") === true],
        ["listNotes", "backslashes and slashes in q", ({ query }) => query.get("q")?.includes("\\") === true],
        ["listNotes", "backslashes and slashes in q", ({ query }) => query.get("q")?.endsWith("\\") === true],
        ["listNotes", "the character NUL in q", ({ query }) => query.get("q")?.includes("\0") === true],
        ["listNotes", "2147483648 as offset", ({ query }) => Number(query.get("offset")) >= 2 ** 31],
        ["listNotes", "9223372036854776000 as offset", ({ query }) => Number(query.get("offset")) > 2 ** 53],
        ["listNotes", "0 as offset", ({ query }) => query.get("offset") === "0"],
        [
          "listNotes",
          "another case of q",
          ({ query }) => /A/.test(query.get("q") ?? "") && !/é/.test(query.get("q") ?? ""),
        ],
        ["listNotes", "percent-encoding in q", ({ url }) => /[?&]q=(%20)?%[46]1/.test(url)],
        ["listNotes", "spaces around q", ({ query }) => /^ .* $/.test(query.get("q") ?? "")],
        ["listNotes", "quotation marks in X-Trace", ({ headers }) => String(headers["x-trace"] ?? "").includes("'")],
        [
          "createNote",
          "null, an object and a list in tags",
          ({ note }) => Array.isArray(note?.tags) && note.tags.includes(null),
        ],
        ["createNote", "0 as count", ({ note }) => note?.count === 0],
        ["listNotes", "q twice", ({ query }) => query.getAll("q").length > 1],
        ["listNotes", "malformed percent-encoding in the query", ({ url }) => url.includes("?malformed=%zz")],
        ["listNotes", "malformed percent-encoding in id", ({ url }) => /^\/notes\/.*%zz/.test(url)],
        ["getNote", "-1 as depth", ({ query }) => query.get("depth") === "-1"],
        ["getNote", '"9999-12-31" as since', ({ query }) => query.get("since") === "9999-12-31"],
        ["getNote", "letters beyond ASCII in id", ({ url }) => /^\/notes\/.*%C3%A9/.test(url)],
        ["createNote", "an unknown field", ({ note }) => note?.no_such_field !== undefined],
        ["createNote", "an unknown field with 250 nested lists", ({ note }) => depthOf(note?.no_such_list) > 200],
        ["createNote", "the character NUL in title", (seen) => titleOf(seen).includes("\0")],
        ["createNote", "half of a surrogate pair in place.city", (seen) => cityOf(seen).includes("\ud800")],
        ["createNote", "characters of more than 16 bits in place.city", (seen) => cityOf(seen).includes("😀")],
        ["createNote", "3000 characters in title", (seen) => titleOf(seen).length > 2000],
        ["createNote", "-1 as count", (seen) => numberOf(seen) === -1],
        [
          "listNotes",
          "quotation marks, signs and letters beyond ASCII in q, 2147483648 as offset",
          ({ query }) => query.get("q")?.includes("'") === true && query.has("offset"),
        ],
      ],
      8,
    ),
  )("%s, %s", async (operation, cause, fails) => {
    const { failures } = await runNotes(failing(fails));
    expect(failures).toEqual([`${operation}: 500, a server error, a status below 500 (${cause})`]);
  });

  test("one that is not repeated says so", async () => {
    let count = 0;
    const { failures } = await runNotes(failing((seen) => titleOf(seen).includes("\0") && count++ === 0));
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain("500, a server error (not when it was repeated)");
  });

  test("one for usual values ends the search", async () => {
    const { failures, requests } = await runNotes(failing(({ method }) => method === "POST"));
    expect(failures).toEqual(["createNote: 500, a server error, a status below 500 (usual values)"]);
    expect(requests.filter(({ method }) => method === "POST")).toHaveLength(2);
  });

  test("two parts that fail alone are two failures", async () => {
    const { failures } = await runNotes(failing((seen) => titleOf(seen).includes("'") || cityOf(seen).includes("'")));
    expect(failures.toSorted()).toEqual([
      "createNote: 500, a server error, a status below 500 (quotation marks in place.city)",
      "createNote: 500, a server error, a status below 500 (quotation marks in title)",
    ]);
  });

  test("a connection that is closed is a failure, with lines that reproduce it", async () => {
    const { failures, results } = await runNotes((seen) => (cityOf(seen).includes("\0") ? "closed" : undefined));
    const cause = "the character NUL in place.city";
    expect(failures).toEqual([`createNote: no response to ${cause}, a status below 500 (${cause})`]);
    const [finding] = results.flatMap(({ outcome }) => findingsOf(outcome));
    expect(finding?.reproduce).toMatch(/curl .*\/notes'.*\\u0000/);
  });

  test("a request without a response in time is a failure", async () => {
    let count = 0;
    // Each silence lasts as long as the time limit, which has to be enough for the other requests.
    const silent: Instead = (seen) => (titleOf(seen).includes("\0") && count++ === 0 ? "silent" : undefined);
    const { failures } = await runNotes(silent, { timeout: 800 });
    expect(failures).toContainEqual(expect.stringMatching(/^createNote: no response to .*the character NUL in title/));
  });

  test("a server that ends with a request is reported with this request", async () => {
    let hasEnded = false;
    const { failures } = await runNotes((seen) => {
      hasEnded ||= titleOf(seen).includes("\0");
      return hasEnded ? "closed" : undefined;
    });
    expect(failures.filter((failure) => failure.includes("nor to usual values after it"))).toHaveLength(1);
  });
});

const isOdd = ({ note, query, url }: Seen) => {
  const texts = JSON.stringify([note, [...query], url]);
  return /[^\w\s"'{}[\]:,/.?=-]|\\u0000|\\ud800|no_such|twice|-1|\d{10}|a{20}/.test(texts);
};

describe("a server has no failures if it", () => {
  test.each(
    sample<[string, Instead]>(
      [
        ["accepts everything", () => undefined],
        ["rejects odd values with 400", (seen) => (isOdd(seen) ? 400 : undefined)],
        [
          "rejects unknown parameters and fields with 400",
          ({ query, note }) => (query.has("no_such_parameter") || note?.no_such_field ? 400 : undefined),
        ],
        [
          "rejects long values with 414 and 413",
          ({ url, body }) => (url.length > 1000 ? 414 : body.length > 1000 ? 413 : undefined),
        ],
        [
          "responds with the documented 503 to numbers of more than 32 bits",
          ({ query }) => (Number(query.get("offset")) > 2 ** 31 ? 503 : undefined),
        ],
      ],
      6,
    ),
  )("%s", async (_, instead) => {
    const { failures, results } = await runNotes(instead);
    expect(failures).toEqual([]);
    expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed", "passed"]);
  });
});

test("a server error that the document does not state as a refusal is a failure", async () => {
  const { failures } = await runNotes(({ url }) => (url.includes("%zz") ? 501 : undefined));
  expect(failures).toHaveLength(2);
});

test("a server error for a token that cannot be decoded is reported once for each operation that has it", async () => {
  const { failures } = await runNotes(
    failing(({ headers }) => String(headers.authorization).includes("%00")),
    { credentials: { own: singleCredential("staging-key-of-notes", "NOTES_KEY") } },
    { security: [{ bearer: [] }], components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } } },
  );
  expect(failures).toContain("listNotes: 500, a server error, a status below 500 (credentials that cannot be decoded)");
});

test("a part that is rejected does not hide another one that fails", async () => {
  const { failures } = await runNotes(({ query }) => {
    if (query.get("q")?.includes("'")) return 400;
    return Number(query.get("offset")) === 2 ** 31 ? 500 : undefined;
  });
  expect(failures).toEqual(["listNotes: 500, a server error, a status below 500 (2147483648 as offset)"]);
});

test("the created resources are removed, those of others remain, and few requests are sent", async () => {
  const { remaining, requests } = await runNotes(() => undefined);
  expect(remaining).toEqual(["note-1", "note-2"]);
  expect(requests.filter(({ method }) => method === "POST").length).toBeLessThanOrEqual(5);
  expect(requests.filter(({ method }) => method === "GET").length).toBeLessThanOrEqual(45);
  const changed = requests.filter(({ method, url }) => method === "DELETE" && /note-[12]$/.test(url));
  expect(changed).toEqual([]);
});

test("an operation gets at most 40 odd requests, also if the server rejects each of them", async () => {
  const isOdd = ({ url, headers }: ReceivedRequest) => url.startsWith("/notes?") || headers["x-trace"] !== undefined;
  const { requests } = await runNotes((seen) => (isOdd(seen) ? 400 : undefined), { writes: "none" });
  expect(requests.filter(isOdd).length).toBeLessThanOrEqual(40);
});

test("nothing is written where writes are not allowed", async () => {
  const { requests, results } = await runNotes(() => undefined, { writes: "none" });
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "skipped", "passed"]);
});
