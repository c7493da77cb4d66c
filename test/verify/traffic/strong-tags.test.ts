import { expect, test } from "vitest";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { Traffic } from "#verify/traffic/traffic.js";

const CONTRACT = new Contract(
  documentOf({
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "readNote",
        responses: { "200": { description: "A note." }, "404": { description: "None." } },
      },
      delete: { operationId: "removeNote", responses: { "204": { description: "Removed." } } },
    },
  }),
);

/** The rules that recorded reads of one note break; `null` is a removal. */
async function rulesOf(reads: readonly ([tag: string, body: string, key?: string] | null)[]): Promise<string[]> {
  const traffic = new Traffic({ contract: CONTRACT, name: "traffic", baseUrl: "http://api.test", keyVariable: "KEY" });
  const rules: string[] = [];
  for (const read of reads) {
    const [etag = "", body = "", key = "k"] = read ?? [];
    const { findings } = await traffic.check({
      request: {
        method: read ? "GET" : "DELETE",
        url: new URL("http://api.test/notes/1"),
        headers: new Headers({ "x-key": key }),
        body: "",
      },
      response: { status: read ? 200 : 204, headers: new Headers(read ? { etag } : {}), body },
      duration: 1,
    });
    rules.push(...findings.map(({ rule }) => rule));
  }
  return rules;
}

test.each<[title: string, reads: Parameters<typeof rulesOf>[0], rules: string[]]>([
  [
    "one strong tag of two bodies is a finding",
    [
      ['"1"', "a"],
      ['"1"', "b"],
    ],
    ["tag-of-two-representations"],
  ],
  [
    "another tag for another body is right",
    [
      ['"1"', "a"],
      ['"2"', "b"],
    ],
    [],
  ],
  [
    "a weak tag may belong to two bodies",
    [
      ['W/"1"', "a"],
      ['W/"1"', "b"],
    ],
    [],
  ],
  ["what is created after a removal has tags of its own", [['"1"', "a"], null, ['"1"', "b"]], []],
  [
    "one tag may belong to what two keys see",
    [
      ['"1"', "a", "one"],
      ['"1"', "b", "two"],
    ],
    [],
  ],
])("in recorded traffic, %s", async (_, reads, rules) => {
  expect(await rulesOf(reads)).toEqual(rules);
});
