import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { temporaryFolder } from "#test/temporary.js";
import { renderedReports } from "#test/verify/reporters/rendered.js";
import { Contract } from "#verify/model/contract.js";
import { readHar } from "#verify/traffic/read-har.js";
import { Traffic } from "#verify/traffic/traffic.js";

const LIST = { object: "list", data: [], has_more: false };
const TEXT = JSON.stringify(LIST);
const TYPE = { name: "Content-Type", value: "application/json" };

async function fileOf(content: unknown): Promise<string> {
  const file = join(await temporaryFolder("har"), "traffic.har");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const harOf = (...entries: unknown[]) => ({ log: { version: "1.2", entries } });

/** An entry of `GET /suppressions` with an empty list, except for these parts. */
function entry(request: object = {}, response: object = {}) {
  const url = "https://api.example.com/suppressions";
  return {
    time: 12.5,
    request: { method: "GET", url, headers: [], bodySize: 0, ...request },
    response: { status: 200, headers: [TYPE], content: { size: TEXT.length, text: TEXT }, ...response },
  };
}

/** The findings in the traffic of a file, as `check: message`. */
async function findingsIn(...entries: unknown[]): Promise<string[]> {
  const contract = new Contract(await loadDocument("openapi/openapi.yaml"));
  const traffic = new Traffic({ contract, name: "test", keyVariable: "TEAM_API_KEY" });
  const found: string[] = [];
  for (const recorded of await readHar(await fileOf(harOf(...entries)))) {
    const { findings } = await traffic.check(recorded);
    found.push(...findings.map(({ check, message }) => `${check}: ${message}`));
  }
  return found;
}

const WRONG = JSON.stringify({ ...LIST, has_more: "no" });
const AT_HAS_MORE = ["body: the body at /has_more must be boolean"];

/** The findings in an added suppression with this address. */
const findingsInAdded = (email: unknown) =>
  findingsIn(
    entry(
      {
        method: "POST",
        headers: [TYPE],
        postData: { mimeType: "application/json", text: JSON.stringify({ email }) },
      },
      {
        status: 201,
        content: { size: 1, text: JSON.stringify({ object: "suppression", id: "$SUPPRESSION_ID" }) },
      },
    ),
  );

test.each(["$SECRET", "$LOGIN_EMAIL", "[REDACTED]", "****"])(
  "nothing is said of a value in whose place a recorder wrote %j",
  async (email) => {
    const found = await findingsInAdded(email);
    expect(found.filter((line) => /email|id/.test(line))).toEqual([]);
  },
);

test.each(["$secret", "redacted it", 5, { a: "$SECRET" }])(
  "a wrong value is reported that only looks so: %j",
  async (email) => {
    expect((await findingsInAdded(email)).join("\n")).toMatch(/\/email must/);
  },
);

test("a user and a password in an address are those of HTTP Basic, and no report shows them", async () => {
  const contract = new Contract(await loadDocument("openapi/openapi.yaml"));
  const traffic = new Traffic({ contract, name: "test", keyVariable: "TEAM_API_KEY" });
  const url = "https://b%C3%B6b:canary%2Fpw@api.example.com/suppressions?limit=0";
  const content = { size: 9, text: JSON.stringify({ ...LIST, has_more: "canary/pw" }) };
  const [recorded] = await readHar(await fileOf(harOf(entry({ url }, { content }))));
  expect(recorded?.request.url.href).toBe("https://api.example.com/suppressions?limit=0");
  expect(recorded?.request.headers.get("authorization")).toBe(
    `Basic ${Buffer.from("böb:canary/pw").toString("base64")}`,
  );
  if (recorded) await traffic.check(recorded);
  const outputs = renderedReports(traffic.report()).join("");
  expect(outputs).toContain("TEAM_API_KEY");
  expect(outputs).not.toMatch(/canary|b%C3%B6b|böb/i);
});

test("a password in an address is not shown either if the request has another key", async () => {
  const contract = new Contract(await loadDocument("openapi/openapi.yaml"));
  const traffic = new Traffic({ contract, name: "test", keyVariable: "TEAM_API_KEY" });
  const url = "https://bob:canary-pw@api.example.com/suppressions?limit=canary-pw";
  const content = { size: 9, text: JSON.stringify({ ...LIST, has_more: "canary-pw" }) };
  const headers = [{ name: "Authorization", value: "Bearer other-canary" }];
  for (const recorded of await readHar(await fileOf(harOf(entry({ url, headers }, { content }))))) {
    await traffic.check(recorded);
  }
  const outputs = renderedReports(traffic.report()).join("");
  expect(outputs).toContain("TEAM_API_KEY");
  expect(outputs).not.toContain("canary");
});

describe("an entry is checked", () => {
  test.each<[string, object, object, string[]]>([
    ["with text, as Playwright and Firefox write it", {}, { content: { size: 9, text: WRONG } }, AT_HAS_MORE],
    [
      "with Base64, as Chrome writes it",
      {},
      { content: { size: 9, text: Buffer.from(WRONG).toString("base64"), encoding: "base64" } },
      AT_HAS_MORE,
    ],
    ["without its body, if that was not recorded", {}, { content: { size: 900, mimeType: "application/json" } }, []],
    ["without its body, if an empty text stands for it", {}, { content: { size: 900, text: "" } }, []],
    ["with an empty body, if its size is 0", {}, { content: { size: 0 } }, ["body: the body is empty"]],
    [
      "with pseudo-headers of HTTP/2, and headers that HTTP cannot carry",
      {
        headers: [
          { name: ":path", value: "/" },
          { name: "x-a", value: "ü→" },
          { name: "x b", value: "1" },
        ],
      },
      { headers: [TYPE, { name: "set-cookie", value: "a=1\nb=2" }] },
      [],
    ],
    ["not, if it was blocked", {}, { status: 0, headers: [], content: {} }, []],
    ["not, if it was answered from the cache with 304", {}, { status: 304, headers: [], content: { size: 0 } }, []],
    [
      "with the request, which violates the contract and is rejected",
      { url: "https://api.example.com/suppressions?limit=many" },
      { status: 422, headers: [], content: { size: 0 } },
      ["request: the query parameter limit must be number"],
    ],
    [
      "with the request, which violates the contract and is accepted",
      { url: "https://api.example.com/suppressions?limit=many" },
      {},
      ["status: 200, but the request must get a 4xx", "request: the query parameter limit must be number"],
    ],
    [
      "with the body of the request",
      { method: "POST", headers: [TYPE], postData: { mimeType: "application/json", text: "{}" } },
      { status: 422, headers: [], content: { size: 0 } },
      ["request: the body must have required property 'email'"],
    ],
    [
      "without the body of the request, if that was not recorded",
      { method: "POST", headers: [TYPE], bodySize: 20 },
      { status: 422, headers: [], content: { size: 0 } },
      [],
    ],
  ])("%s", async (_, request, response, want) => {
    expect(await findingsIn(entry(request, response))).toEqual(want);
  });
});

test("entries that are not HTTP requests are left out", async () => {
  const odd = [null, 3, {}, { request: {} }, entry({ url: "data:text/plain,a" }), entry({ url: "wss://x/" }), entry()];
  expect(await readHar(await fileOf(harOf(...odd)))).toHaveLength(1);
});

test.each([
  ["not JSON", "is not a HAR file"],
  [{ log: {} }, "is not a HAR file: it has no list log.entries."],
  [[], "is not a HAR file"],
])("%j is refused", async (content, message) => {
  await expect(readHar(await fileOf(content))).rejects.toThrow(message);
});

test("a file that does not exist is named", async () => {
  await expect(readHar("nowhere.har")).rejects.toThrow("nowhere.har does not exist. Name a HAR file.");
});
