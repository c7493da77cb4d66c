import { expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";

test.each<[schema: JsonObject, example: JsonObject, want: RegExp]>([
  [{ type: "string" }, {}, /^"[^"]+"$/],
  [{ type: "integer" }, {}, /^"\d+"$/],
  [{ type: "string", pattern: "^v[0-9]$" }, {}, /^v\d$/],
  [{ type: "string" }, { example: "mine" }, /^mine$/],
])(
  "the generated entity tag of %j has the quotes of RFC 9110, 8.8.3, where the document admits them",
  async (schema, example, want) => {
    const ok = { description: "", headers: { ETag: { schema, ...example } } };
    const content = {
      "application/json": {
        schema: { type: "array", items: { type: "object", properties: { id: { type: "string" } } } },
      },
    };
    const document = documentOf({ "/things": { get: { responses: { "200": { ...ok, content } } } } });
    for (const state of [false, true]) {
      const mock = await startMock({ document, port: 0, state });
      try {
        expect((await fetch(`${mock.url}/things`)).headers.get("etag")).toMatch(want);
      } finally {
        await mock.close();
      }
    }
  },
);
