import { expect, test } from "vitest";
import { schemaFile } from "#generate/types/schema-file.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { problemsOf } from "./assignable.js";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: "object",
  required,
  properties,
});
const text: JsonObject = { type: "string" };
const number: JsonObject = { type: "number" };

const GEO = object({ tag: text, radius: number });
const SHAPES: JsonObject = {
  Square: object({ t: text, side: number }, "t", "side"),
  Circle: object({ t: text, r: number }, "t", "r"),
  Shape: {
    oneOf: [ref("Square"), ref("Circle")],
    discriminator: {
      propertyName: "t",
      mapping: { sq: "#/components/schemas/Square", ci: "#/components/schemas/Circle" },
    },
  },
};
/** A base without a mapping, whose heirs are selected by their names, and one of them has an heir. */
const VEHICLES: JsonObject = {
  Vehicle: { ...object({ kind: text, wheels: number }, "kind"), discriminator: { propertyName: "kind" } },
  Bike: { allOf: [ref("Vehicle"), object({ gears: number }, "gears")] },
  Car: { allOf: [ref("Vehicle"), object({ doors: number }, "doors")] },
  Volvo: { allOf: [ref("Car"), object({ airbags: number }, "airbags")] },
};
const mapped = (mapping: Json): JsonObject => ({
  ...VEHICLES,
  Vehicle: { ...(VEHICLES.Vehicle as JsonObject), discriminator: { propertyName: "kind", mapping } },
});

/** Schemas, and code that compiles only with the right types: `@ts-expect-error` is a problem where there is no error. */
const ROWS: { name: string; schemas: JsonObject; code: string }[] = [
  {
    name: "an object without described properties may have any",
    schemas: {
      Free: { type: "object" },
      Rows: { type: "array", items: { type: "object" } },
      None: { type: "object", additionalProperties: false },
    },
    code: `export const free: S["Free"] = { a: 1 }; export const rows: S["Rows"] = [{ a: 1 }];
      export const read = (value: S["Free"]) => String(value.color).toUpperCase();
      // @ts-expect-error it admits no property
      export const none: S["None"] = { a: 1 };`,
  },
  {
    name: "an object without described properties adds nothing to a part beside it",
    schemas: {
      Base: { type: "object" },
      Special: { allOf: [ref("Base"), object({ z: text }, "z")] },
      Geo: GEO,
      Described: { allOf: [ref("Geo"), { type: "object", description: "again" }] },
    },
    code: `export const special: S["Special"] = { z: "z" };
      // @ts-expect-error the name is misspelled
      export const described: S["Described"] = { tga: "x" };`,
  },
  {
    name: "required names are those of the whole object",
    schemas: {
      Geo: GEO,
      Beside: { required: ["tag"], allOf: [ref("Geo"), object({ site: text })] },
      Only: { allOf: [ref("Geo"), { required: ["tag", "radius"] }] },
      Sibling: { ...ref("Geo"), required: ["tag"] },
      Either: { ...GEO, anyOf: [{ required: ["tag"] }, { required: ["radius"] }] },
      Unknown: { type: "object", required: ["id"] },
      OfChoice: { required: ["a"], anyOf: [object({ a: text }), object({ a: number, b: text })] },
    },
    code: `export const texts = (a: S["Beside"], b: S["Only"], c: S["Sibling"]): string[] => [a.tag, b.tag, c.tag];
      export const either: S["Either"][] = [{ tag: "a" }, { radius: 1 }];
      export const choice = (value: S["OfChoice"]): string | number => value.a;
      // @ts-expect-error one of them is required
      export const neither: S["Either"] = {};
      // @ts-expect-error it is required, although nothing describes it
      export const unknown: S["Unknown"] = {};
      // @ts-expect-error site is optional
      export const site = (value: S["Beside"]): string => value.site;`,
  },
  {
    name: "a union narrows inside of allOf, and where allOf only describes it",
    schemas: {
      ...SHAPES,
      Described: { description: "again", allOf: [ref("Shape")] },
      WithId: { allOf: [ref("Shape"), object({ id: text }, "id")] },
      Nullable: { anyOf: [ref("WithId"), { type: "null" }] },
    },
    code: `export const side = (value: S["Described"]): number => (value.t === "sq" ? value.side : value.r);
      export const id = (value: S["WithId"]): string => value.id + (value.t === "ci" ? value.r : value.side);
      export const maybe = (value: S["Nullable"]): number => (value?.t === "sq" ? value.side : 0);
      // @ts-expect-error no shape has this value
      export const other: S["Shape"] = { t: "triangle", side: 1 };`,
  },
  {
    name: "a base is the choice of its heirs, and those of their heirs",
    schemas: VEHICLES,
    code: `export function use(vehicle: S["Vehicle"], car: S["Car"]): number | undefined {
        if (vehicle.kind === "Bike") return vehicle.gears;
        if (vehicle.kind === "Volvo") return vehicle.airbags + vehicle.doors;
        return car.kind === "Volvo" ? car.airbags : car.doors + (vehicle.wheels ?? 0);
      }
      export const volvo: S["Car"] = { kind: "Volvo", doors: 4, airbags: 2 };
      // @ts-expect-error a bike is not a car
      export const bike: S["Car"] = { kind: "Bike", gears: 3 };`,
  },
  {
    name: "a base with a mapping is the choice of what it maps, and not itself",
    schemas: mapped({ bike: "#/components/schemas/Bike", volvo: "#/components/schemas/Volvo" }),
    code: `export const use = (vehicle: S["Vehicle"]): number => (vehicle.kind === "bike" ? vehicle.gears : vehicle.airbags);
      export const plain: S["Volvo"] = { kind: "volvo", doors: 4, airbags: 2 };
      // @ts-expect-error the mapping has no such value
      export const other: S["Vehicle"] = { kind: "Vehicle" };`,
  },
  {
    name: "a component that does not require the property of its choice has it only where it is chosen",
    schemas: {
      Text: object({ value: text }),
      Image: { allOf: [object({ url: text }), object({ t: text })] },
      Item: {
        ...object({ text: ref("Text") }),
        oneOf: [ref("Text"), ref("Image")],
        discriminator: {
          propertyName: "t",
          mapping: { text: "#/components/schemas/Text", image: "#/components/schemas/Image" },
        },
      },
      Base: { ...object({ size: number }), discriminator: { propertyName: "t" } },
      Heir: { allOf: [ref("Base"), object({ more: text }, "more")] },
    },
    code: `export const item: S["Item"] = { t: "text", value: "a", text: { value: "b" } };
      export const read = (value: S["Item"]) => (value.t === "text" ? value.value : value.url);
      export const alone: [S["Text"], S["Image"], S["Base"]] = [{ value: "a" }, { url: "a" }, { size: 1 }];
      export const more = (value: S["Base"]) => (value.t === "Heir" ? value.more : value.size);
      // @ts-expect-error no component is chosen
      export const none: S["Item"] = { value: "a" };
      // @ts-expect-error it is the value of another component
      export const other: S["Text"] = { value: "a", t: "image" };`,
  },
  {
    name: "an heir that adds nothing is one that a mapping names",
    schemas: {
      Rule: {
        ...object({ name: text }, "name"),
        discriminator: {
          propertyName: "name",
          mapping: { stop: "#/components/schemas/Stop", wait: "#/components/schemas/Wait" },
        },
      },
      Stop: { allOf: [ref("Rule")] },
      Wait: { allOf: [ref("Rule"), object({ days: number }, "days")] },
      Again: { allOf: [ref("Rule")], description: "again" },
    },
    code: `export const rules: S["Rule"][] = [{ name: "stop" }, { name: "wait", days: 1 }];
      export const days = (rule: S["Again"]): number => (rule.name === "wait" ? rule.days : 0);
      // @ts-expect-error the mapping has no such value
      export const other: S["Rule"] = { name: "go" };`,
  },
  {
    name: "a string of a binary media type is a file, and one of another or with an encoding is a text",
    schemas: {
      Upload: object({
        file: { type: "string", contentMediaType: "application/octet-stream" },
        many: { type: "array", items: { type: "string", contentMediaType: "application/pdf" } },
        maybe: { anyOf: [{ type: "string", contentMediaType: "application/octet-stream" }, { type: "null" }] },
        cover: { contentMediaType: "image/png" },
        note: { type: "string", contentMediaType: "application/json" },
        sent: { type: "string", contentMediaType: "image/png", contentEncoding: "base64" },
      }),
    },
    code: `const file = new File(["x"], "x");
      export const upload: S["Upload"] = { file, many: [file], maybe: file, cover: file, note: "{}", sent: "eA==" };
      // @ts-expect-error a text is not a file
      export const text: S["Upload"] = { file: "x" };`,
  },
  {
    name: "the first items of a list are required as far as minItems says",
    schemas: {
      Pair: { type: "array", prefixItems: [text, number], minItems: 2, maxItems: 2 },
      Some: { type: "array", prefixItems: [text, number], items: false },
      More: { type: ["array", "null"], prefixItems: [text], items: number },
    },
    code: `export const pairs: S["Pair"][] = [["a", 1]]; export const some: S["Some"][] = [[], ["a"], ["a", 1]];
      export const more: S["More"][] = [null, ["a", 1, 2]];
      // @ts-expect-error both are required
      export const one: S["Pair"] = ["a"];
      // @ts-expect-error no item follows
      export const three: S["Some"] = ["a", 1, 2];`,
  },
  {
    name: "a list whose first items, which may be absent, lead to the list itself",
    schemas: {
      List: { anyOf: [{ type: "array", prefixItems: [{ type: "array", items: ref("List") }] }, number] },
      Two: {
        type: "array",
        minItems: 1,
        items: false,
        prefixItems: [text, ref("Two"), { type: "array", items: ref("Two") }],
      },
      Both: {
        anyOf: [{ type: "array", prefixItems: [{ type: "array", prefixItems: [ref("Both")] }], items: text }, text],
      },
    },
    code: `export const lists: S["List"][] = [[], [[1, []]], [[], "any"], 1];
      export const two: S["Two"][] = [["a"], ["a", ["b"]], ["a", ["b"], [["c"]]]]; export const both: S["Both"] = [["a"], "b"];
      // @ts-expect-error the first item is a list
      export const wrong: S["List"] = ["a"];
      // @ts-expect-error the first item is required
      export const none: S["Two"] = [];
      // @ts-expect-error no item follows
      export const more: S["Two"] = ["a", ["b"], [], 1];`,
  },
  {
    name: "a list whose further items are lists, choices or pairs of the list itself",
    schemas: {
      Lists: { type: "array", prefixItems: [text], items: { type: "array", items: ref("Lists") } },
      Choices: { type: "array", minItems: 1, prefixItems: [text], items: { anyOf: [ref("Choices"), number] } },
      Pairs: {
        anyOf: [
          {
            type: "array",
            prefixItems: [text],
            items: { type: "array", minItems: 2, prefixItems: [text, ref("Pairs")], items: false },
          },
          number,
        ],
      },
      Each: { type: "array", minItems: 1, prefixItems: [text], items: { type: "array", items: ref("Other") } },
      Other: { type: "array", minItems: 1, prefixItems: [text], items: { type: "array", items: ref("Each") } },
    },
    code: `export const lists: S["Lists"][] = [[], ["a"], ["a", [["b"], []], []]];
      export const choices: S["Choices"][] = [["a"], ["a", 1, ["b", 2]]];
      export const pairs: S["Pairs"][] = [1, ["a", ["b", 1], ["c", ["d"]]]];
      export const each: S["Each"] = ["a", [["b", [["c"]]]]];
      // @ts-expect-error a further item is a list of lists
      export const flat: S["Lists"] = ["a", "b"];
      // @ts-expect-error a further item is a number or a list
      export const word: S["Choices"] = ["a", "b"];
      // @ts-expect-error a pair has two items
      export const single: S["Pairs"] = ["a", ["b"]];
      // @ts-expect-error the inner list begins with a text
      export const inner: S["Each"] = ["a", [[1]]];`,
  },
  {
    name: "a set of texts is open only if each choice is a text",
    schemas: {
      Open: { anyOf: [{ enum: ["a"] }, { const: "b" }, text] },
      Nested: { anyOf: [{ enum: ["a"] }, { anyOf: [number, { type: "array", items: text }] }, text] },
      Any: { anyOf: [{ enum: ["a"] }, {}, text] },
      Other: { anyOf: [{ enum: ["a"] }, { allOf: [number] }, text] },
    },
    code: `export const open: S["Open"][] = ["a", "c"]; export const nested: S["Nested"][] = ["a", "c", 1, ["x"]];
      export const any: S["Any"][] = ["a", 1, null]; export const other: S["Other"][] = ["a", "c", 1];
      // @ts-expect-error it is not a text
      export const wrong: S["Open"] = 1;
      // @ts-expect-error no choice is a boolean
      export const no: S["Nested"] = true;`,
  },
  {
    name: "choices beside properties apply as well, and values of enums have one of its types",
    schemas: {
      Both: { ...object({ a: text }, "a"), anyOf: [object({ b: text }, "b"), object({ c: number }, "c")] },
      Nothing: { type: ["string", "null"], enum: ["x", 1] },
      Null: { const: null },
      Parts: { enum: [{ a: 1 }, ["x"]] },
    },
    code: `export const both: S["Both"][] = [{ a: "a", b: "b" }, { a: "a", c: 1 }];
      export const parts: S["Parts"][] = [{ a: 1 }, ["x"]]; export const none: S["Null"] = null;
      // @ts-expect-error one of the choices applies
      export const neither: S["Both"] = { a: "a" };
      // @ts-expect-error null is not one of the values
      export const nothing: S["Nothing"] = null;`,
  },
];

test.each(ROWS)("$name", ({ schemas, code }) => {
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  expect(problemsOf(document, code)).toEqual([]);
});

test("the comment of a field by which a schema is chosen is that of the document", () => {
  const kind = { type: "string", description: "What it is.", enum: ["cat", "dog"] };
  const pet = { type: "object", required: ["kind"], properties: { kind }, discriminator: { propertyName: "kind" } };
  const heir = (name: string) => ({ allOf: [{ $ref: "#/components/schemas/Pet" }, object({ [name]: text })] });
  const mapping = { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" };
  const schemas = {
    ...{ Cat: heir("claws"), Dog: heir("bark"), Bare: object({ kind }, "kind"), Other: object({ kind }, "kind") },
    Pet: { ...pet, discriminator: { propertyName: "kind", mapping } },
    Either: {
      oneOf: [{ $ref: "#/components/schemas/Bare" }, { $ref: "#/components/schemas/Other" }],
      discriminator: { propertyName: "kind" },
    },
  };
  const code = schemaFile({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } });
  expect(code).toContain("What it is.");
  expect(code).not.toContain("openapi-typescript");
});

test("an operation has only the methods, places of parameters and headers that the document has", () => {
  const responses = {
    200: { description: "", headers: { "X-Total": { required: true, schema: { type: "integer" } } } },
  };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const operation = { operationId: "getThing", summary: "Reads a thing", parameters, responses };
  const code = schemaFile({
    openapi: "3.1.0",
    info: { title: "Small", version: "1" },
    paths: { "/things/{id}": { get: operation, delete: { responses: { 204: { description: "" } } } } },
  });
  expect(code.slice(0, code.indexOf("export type webhooks")).replaceAll(/\s+/g, " ")).toBe(
    'export interface paths { "/things/{id}": { get: operations["getThing"]; delete: { parameters: {}; requestBody?: never; responses: { 204: { content?: never; }; }; }; }; } ',
  );
  const typed = code.slice(code.indexOf("export interface operations")).replaceAll(/\s+/g, " ");
  expect(typed).toContain(
    'parameters: { path: { id: string; }; }; requestBody?: never; responses: { 200: { headers: { "X-Total": number; }; content?: never; }; };',
  );
});

test("a response whose content HTTP forbids has none in the types, and others that share it keep theirs", () => {
  const Shared = { description: "", content: { "application/json": { schema: { type: "string" } } } };
  const shared = { $ref: "#/components/responses/Shared" };
  const responses = { 200: shared, 204: shared, 205: { description: "", content: { type: "void" } }, 304: Shared };
  const code = schemaFile({
    openapi: "3.1.0",
    info: { title: "Small", version: "1" },
    paths: { "/things": { get: { operationId: "listThings", responses }, head: { responses: { 200: shared } } } },
    components: { responses: { Shared } },
  }).replaceAll(/\s+/g, " ");
  expect(code).toContain(
    '200: components["responses"]["Shared"]; 204: { content?: never; }; 205: { content?: never; }; 304: { content?: never; };',
  );
  expect(code).toContain(
    '"/things": { get: operations["listThings"]; head: { parameters: {}; requestBody?: never; responses: { 200: { content?: never; }; }; }; };',
  );
});
