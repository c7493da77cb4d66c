import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cookieField,
  headerFields,
  plainCookie,
  plainFormsBody,
  plainHeader,
  typedMultipartBody,
} from "#client/extras.js";
import { deepQuery, listQuery, objectQuery, plainQuery } from "#client/sending/request.js";
import { type ParameterStyle, serializeBody, serializeQuery } from "#http/serialize.js";
import { jointOf } from "#http/styles.js";
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

/** The text between items by which pages know the style of the parameter `a`. */
function jointsOf(style: ParameterStyle) {
  const joint = jointOf(style);
  return { joints: joint === undefined ? {} : { a: joint } };
}

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
        expect(listQuery(query, jointsOf(style))).toBe(serializeQuery(query, styles));
      }),
    );
  });

  test("for objects in a style", () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(scalar, list, record)), objectStyle, (query, style) => {
        const styles = { "query.a": style };
        expect(objectQuery(query, jointsOf(style))).toBe(serializeQuery(query, styles));
      }),
    );
  });

  test("for objects of the style deepObject beside lists", () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(scalar, list)), fc.oneof(scalar, list, record), (query, deep) => {
        const styles = { "query.a": { style: "deepObject" as const } };
        const all = { ...query, a: deep };
        expect(deepQuery(all, jointsOf(styles["query.a"]))).toBe(serializeQuery(all, styles));
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
  for (const [key, part] of form)
    parts.push([key, part instanceof Blob ? `${part.type} ${part.name} ${await part.text()}` : part]);
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

test("a form whose fields have media types has the same parts", async () => {
  const encoding = { a: { contentType: "application/json" }, "b[]": { contentType: "text/csv" } };
  const file = fc.constantFrom(
    new Blob(["x"]),
    new Blob(["x"], { type: "image/png" }),
    new File(["x"], "x.txt"),
    new File(["x"], "x.txt", { type: "text/plain" }),
  );
  const field = fc.oneof(scalar, list, record, file, fc.constant([[1], { a: 1 }]));
  const described = { ...operation, encoding: { "multipart/form-data": encoding } };
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, field), async (body) => {
      const input = { body, contentType: "multipart/form-data" };
      const written = await partsOf(typedMultipartBody(described, input, new Headers()));
      expect(written).toEqual(await partsOf(serializeBody(body, "multipart/form-data", encoding)));
    }),
  );
});

test("headers and cookies of texts and numbers are the same", () => {
  const values = fc.dictionary(
    fc.constantFrom("a", "b-c"),
    fc.oneof(fc.string(), fc.integer(), fc.constant(undefined)),
  );
  const keys = { headers: {}, query: {}, cookie: { key: "k" } };
  fc.assert(
    fc.property(values, (sent) => {
      expect(plainHeader(operation, { header: sent })).toEqual(headerFields(operation, { header: sent }));
      expect(plainCookie(operation, { cookie: sent }, keys)).toEqual(cookieField(operation, { cookie: sent }, keys));
    }),
  );
});
