import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainFormsBody } from "#client/extras.js";
import { listQuery, objectQuery, plainQuery } from "#client/sending/request.js";
import { serializeBody, serializeQuery } from "#http/serialize.js";
import { extras } from "../all-extras.js";

// Pages contain the smaller writers where a document needs no more. They write what the complete ones write.

const name = fc.constantFrom("a", "b[]", "ö");
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined));
const list = fc.array(
  scalar.filter((item) => item !== null && item !== undefined),
  { maxLength: 3 },
);
const record = fc.dictionary(name, fc.oneof(scalar, list, fc.constant({ deep: [1] })), { maxKeys: 3 });
const listStyle = fc.constantFrom(
  { style: "form" as const },
  { explode: false },
  { style: "pipeDelimited" as const },
  { style: "spaceDelimited" as const },
  { style: "pipeDelimited" as const, explode: true },
);
const objectStyle = fc.oneof(listStyle, fc.constant({ style: "deepObject" as const }));

describe("a query is the same as that of the complete writer", () => {
  test("for texts, numbers and lists", () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(scalar, list)), (query) => {
        expect(plainQuery(query)).toBe(serializeQuery(query));
      }),
    );
  });

  test("for lists in a style", () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(scalar, list)), listStyle, (query, style) => {
        const styles = { "query.a": style };
        expect(listQuery(query, styles)).toBe(serializeQuery(query, styles));
      }),
    );
  });

  test("for objects in a style", () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(scalar, list, record)), objectStyle, (query, style) => {
        const styles = { "query.a": style };
        expect(objectQuery(query, styles)).toBe(serializeQuery(query, styles));
      }),
    );
  });
});

const operation = {
  method: "post",
  path: "/",
  responses: {},
  extras: { ...extras, mediaType: (_: unknown, key: string) => key },
};

/** The names and contents of a form. */
async function partsOf(form: unknown): Promise<[string, string][]> {
  if (!(form instanceof FormData || form instanceof URLSearchParams)) return [];
  const parts: [string, string][] = [];
  for (const [key, part] of form) parts.push([key, part instanceof Blob ? `${part.type} ${await part.text()}` : part]);
  return parts;
}

test.each(["multipart/form-data", "application/x-www-form-urlencoded"])(
  "a form of %s has the same fields",
  async (contentType) => {
    const field = fc.oneof(scalar, list, record, fc.constant(new Date(0)), fc.constant([[1], { a: 1 }]));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, field), async (body) => {
        const written = plainFormsBody(operation, { body, contentType }, new Headers());
        expect(await partsOf(written)).toEqual(await partsOf(serializeBody(body, contentType)));
      }),
    );
  },
);
