import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { fc } from "#test/property.js";
import { changesBetween, type Sketch } from "./sketch.js";

/** A schema of a small language, in which each schema can be written in several ways and broken in several ways. */
type Model =
  | { kind: "text"; min: number; max: number; isNull: boolean }
  | { kind: "whole"; min: number; max: number; isNull: boolean }
  | { kind: "listed"; values: string[]; isNull: boolean }
  | { kind: "list"; of: Model }
  | { kind: "object"; fields: { name: string; isRequired: boolean; model: Model }[] }
  | { kind: "choice"; tags: string[]; of: Model };

const NAMES = ["a", "b", "c", "d"];
const scalar: fc.Arbitrary<Model> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("text" as const, "whole" as const),
    min: fc.integer({ min: 1, max: 5 }),
    max: fc.integer({ min: 10, max: 20 }),
    isNull: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("listed" as const),
    values: fc.uniqueArray(fc.constantFrom("x", "y", "z", "w"), { minLength: 2 }),
    isNull: fc.boolean(),
  }),
);

function modelOf(depth: number): fc.Arbitrary<Model> {
  if (depth === 0) return scalar;
  const inner = modelOf(depth - 1);
  const field = fc.record({ name: fc.constantFrom(...NAMES), isRequired: fc.boolean(), model: inner });
  return fc.oneof(
    scalar,
    fc.record({ kind: fc.constant("list" as const), of: inner }),
    fc.record({
      kind: fc.constant("object" as const),
      fields: fc.uniqueArray(field, { minLength: 1, selector: ({ name }) => name }),
    }),
    fc.record({
      kind: fc.constant("choice" as const),
      tags: fc.uniqueArray(fc.constantFrom("cat", "dog", "bird"), { minLength: 2 }),
      of: inner,
    }),
  );
}

/** Writes models. The decisions choose one of the spellings at each place. */
class Writer {
  readonly components: JsonObject = {};
  readonly #decisions: readonly number[];
  #taken = 0;

  constructor(decisions: readonly number[]) {
    this.#decisions = decisions;
  }

  schema(model: Model): Json {
    return this.#wrapped(this.#written(model));
  }

  #choose(count: number): number {
    this.#taken += 1;
    return (this.#decisions[this.#taken % this.#decisions.length] ?? 0) % count;
  }

  #written(model: Model): Json {
    switch (model.kind) {
      case "text":
        return this.#nullable({ type: "string", minLength: model.min, maxLength: model.max }, model.isNull);
      case "whole":
        return this.#nullable(this.#whole(model.min, model.max), model.isNull);
      case "listed":
        return this.#nullable(this.#listed(model.values), model.isNull);
      case "list":
        return { type: "array", items: this.schema(model.of), ...(this.#choose(2) === 0 && { minItems: 0 }) };
      case "object":
        return this.#object(model.fields);
      default:
        return this.#choice(model.tags, model.of);
    }
  }

  #whole(min: number, max: number): JsonObject {
    const spellings: JsonObject[] = [
      { type: "integer", minimum: min, maximum: max },
      { type: "integer", exclusiveMinimum: min - 1, maximum: max, format: "int64" },
      { allOf: [{ type: "integer", minimum: min }, { maximum: max }] },
      { type: "number", multipleOf: 1, minimum: min, maximum: max, allOf: [{ type: "integer" }] },
    ];
    return spellings[this.#choose(spellings.length)] ?? {};
  }

  #listed(values: readonly string[]): JsonObject {
    const spellings: JsonObject[] = [
      { type: "string", enum: [...values] },
      { enum: values.toReversed() },
      { oneOf: values.map((value) => ({ const: value })) },
    ];
    return spellings[this.#choose(spellings.length)] ?? {};
  }

  #nullable(schema: JsonObject, isNull: boolean): JsonObject {
    if (!isNull) return schema;
    const isPlain = typeof schema.type === "string" && schema.enum === undefined;
    const spellings: JsonObject[] = [
      { anyOf: [schema, { type: "null" }] },
      { oneOf: [{ const: null }, schema] },
      ...(isPlain ? [{ ...schema, type: ["null", String(schema.type)] }] : []),
    ];
    // A part of the keywords in allOf would have to admit null, too.
    return (schema.allOf ? spellings[0] : spellings[this.#choose(spellings.length)]) ?? {};
  }

  #object(fields: { name: string; isRequired: boolean; model: Model }[]): JsonObject {
    const of = (own: typeof fields): JsonObject => ({
      type: "object",
      properties: Object.fromEntries(own.map(({ name, model }) => [name, this.schema(model)])),
      required: own.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    });
    const [first, ...rest] = fields;
    if (this.#choose(3) > 0 || !first) return { ...of(fields), additionalProperties: true };
    return { allOf: [of([first]), of(rest)] };
  }

  #choice(tags: readonly string[], model: Model): JsonObject {
    const branches = tags.map((tag) => ({
      type: "object",
      required: ["tag"],
      properties: { tag: { const: tag }, value: this.schema(model) },
    }));
    return this.#choose(2) === 0 ? { oneOf: branches } : { anyOf: branches.toReversed() };
  }

  #wrapped(schema: Json): Json {
    const way = this.#choose(4);
    if (way === 1) return { allOf: [schema] };
    if (way !== 2) return schema;
    const name = `S${Object.keys(this.components).length}_${this.#choose(1000)}`;
    this.components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }
}

function sketchOf(model: Model, decisions: readonly number[], direction: "request" | "response"): Sketch {
  const writer = new Writer(decisions);
  const schema = writer.schema(model);
  return { [direction]: schema, components: { schemas: writer.components } };
}

const decisions = fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 });

/** Changes one place of a model so that fewer values are allowed. */
function narrowed(model: Model): Model {
  switch (model.kind) {
    case "text":
    case "whole":
      return model.isNull ? { ...model, isNull: false } : { ...model, max: model.max - 1 };
    case "listed":
      return { ...model, values: model.values.slice(1) };
    case "list":
      return { ...model, of: narrowed(model.of) };
    case "choice":
      return { ...model, tags: model.tags.slice(1) };
    default: {
      const [first, ...rest] = model.fields;
      if (!first) return model;
      const changed = first.isRequired ? { ...first, model: narrowed(first.model) } : { ...first, isRequired: true };
      return { ...model, fields: [changed, ...rest] };
    }
  }
}

const RUNS = { numRuns: 100 };

describe("random documents", () => {
  test("another spelling of the same is no change", async () => {
    await fc.assert(
      fc.asyncProperty(
        modelOf(3),
        decisions,
        decisions,
        fc.constantFrom("request" as const, "response" as const),
        async (model, one, other, direction) => {
          expect(await changesBetween(sketchOf(model, one, direction), sketchOf(model, other, direction))).toEqual([]);
        },
      ),
      RUNS,
    );
  });

  const breaking = async (base: Sketch, revision: Sketch) =>
    (await changesBetween(base, revision)).filter(({ impact }) => impact === "major").length;

  test("fewer values break a request once, in any spelling, and no response", async () => {
    await fc.assert(
      fc.asyncProperty(modelOf(3), decisions, decisions, async (model, one, other) => {
        const less = narrowed(model);
        const [was, is] = [sketchOf(model, one, "request"), sketchOf(less, other, "request")];
        expect(await breaking(was, is)).toBe(1);
        expect(await breaking(sketchOf(model, one, "response"), sketchOf(less, other, "response"))).toBe(0);
      }),
      RUNS,
    );
  });

  test("more values break a response once, in any spelling, and no request", async () => {
    await fc.assert(
      fc.asyncProperty(modelOf(3), decisions, decisions, async (model, one, other) => {
        const less = narrowed(model);
        expect(await breaking(sketchOf(less, one, "response"), sketchOf(model, other, "response"))).toBe(1);
        expect(await breaking(sketchOf(less, one, "request"), sketchOf(model, other, "request"))).toBe(0);
      }),
      RUNS,
    );
  });
});
