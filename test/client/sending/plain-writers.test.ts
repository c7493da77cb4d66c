import { describe, expect, test } from "vitest";
import {
  cookieField,
  encodedTextsBody,
  encodedTextsOrFilesBody,
  formBody,
  headerFields,
  plainCookie,
  plainFormsBody,
  plainHeader,
  typedMultipartBody,
} from "#client/extras.js";
import {
  deepMemberQuery,
  deepQuery,
  listQuery,
  memberQuery,
  objectQuery,
  plainQuery,
} from "#client/sending/request.js";
import { operationDescriptor } from "#generate/client/descriptor.js";
import { type FormEncoding, type ParameterStyle, serializeBody, serializeQuery } from "#http/serialize.js";
import { jointOf } from "#http/styles.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { fc } from "#test/property.js";
import { documentOf } from "../../verify/small-document.js";
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

  test("for objects whose members are parameters of their own", () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(scalar, list, record)), (query) => {
        expect(memberQuery(query)).toBe(serializeQuery(query));
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

  test("for objects of which one has the style deepObject", () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(scalar, list, record)), (query) => {
        const style = { style: "deepObject" as const };
        expect(deepMemberQuery(query, jointsOf(style))).toBe(serializeQuery(query, { "query.a": style }));
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
  method: "POST",
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

const file = fc.constantFrom(
  new Blob(["x"]),
  new Blob(["x"], { type: "image/png" }),
  new File(["x"], "x.txt"),
  new File(["x"], "x.txt", { type: "text/plain" }),
);

/** An operation as a generator describes it, whose form has these encodings. */
function withEncoding(mediaType: string, encoding: FormEncoding) {
  const requestBody = { content: { [mediaType]: { schema: {}, encoding: Object(encoding) } } };
  const document = documentOf({ "/": { post: { requestBody, responses: {} } } });
  const [described] = operationsOf(document);
  if (!described) throw new Error("No operation.");
  return { ...operation, ...operationDescriptor(document, described) };
}

const types = fc.constantFrom(
  ...["application/json", "text/csv", "image/*", "*/*", "text/plain, application/json", "image/png, image/jpeg"],
);

test("a form whose fields have media types has the same parts", async () => {
  const field = fc.oneof(scalar, list, record, file, fc.constant([[1], { a: 1 }]));
  const encodings = fc.dictionary(name, fc.record({ contentType: types }));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, field), encodings, async (body, encoding) => {
      const described = withEncoding("multipart/form-data", encoding);
      const written = await partsOf(typedMultipartBody(described, { body }, new Headers()));
      expect(written).toEqual(await partsOf(serializeBody(body, "multipart/form-data", encoding)));
    }),
  );
});

test.each(["multipart/form-data", "application/x-www-form-urlencoded"])(
  "a form of %s whose fields have styles and media types has the same fields",
  async (mediaType) => {
    const field = fc.oneof(scalar, list, record, fc.constant([[1], { a: 1 }]));
    const styled = fc.record({ style: objectStyle.map(({ style = "form" }: ParameterStyle) => style) });
    const exploded = fc.record({ explode: fc.boolean() });
    const both = fc.tuple(styled, exploded).map((parts) => Object.assign({}, ...parts));
    const encodings = fc.dictionary(name, fc.oneof(styled, exploded, both, fc.record({ contentType: types })));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, field), encodings, async (body, encoding) => {
        const described = withEncoding(mediaType, encoding);
        const wanted = await partsOf(serializeBody(body, mediaType, encoding));
        const ofTexts = mediaType.startsWith("multipart") ? [] : [encodedTextsBody, encodedTextsOrFilesBody];
        for (const write of [formBody, ...ofTexts])
          expect(await partsOf(write(described, { body }, new Headers()))).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  },
);

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
