import type { Direction } from "#openapi/direction/absent-properties.js";
import { ABSENT, isFlagged } from "#openapi/direction/absent-properties.js";
import { asList, asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { keywordOf, type SchemaAt } from "#values/rules/parts.js";
import type { Alternative } from "./normal-form.js";

export interface Property {
  name: string;
  /** All schemas that apply to its value. */
  schemas: readonly SchemaAt[];
  /** The statement of the document, to find the same content under another name. */
  content: readonly Json[];
  place: string;
}

/** The members of an object in one direction. */
export interface ObjectMembers {
  properties: ReadonlyMap<string, Property>;
  required: ReadonlySet<string>;
  /** Declared properties that are absent in the direction (`readOnly`, `writeOnly`). */
  hidden: ReadonlySet<string>;
  /** Whether no other property is allowed, and the place that says so. */
  isClosed: boolean;
  closedBy: string | undefined;
  /** The schemas of all other properties, if there are any. */
  extra: readonly SchemaAt[];
  extraPlace: string | undefined;
}

/** The members of an alternative of objects. */
export function objectMembers(
  document: OpenApiDocument,
  alternative: Alternative,
  direction: Direction,
): ObjectMembers {
  const { parts } = alternative;
  const flag = ABSENT[direction];
  const declared = declaredProperties(alternative);
  const hidden = new Set(
    [...declared].flatMap(([name, { content }]) =>
      content.some((schema) => isHidden(document, schema, flag)) ? [name] : [],
    ),
  );
  const required = keywordOf(parts, "required").flatMap(({ value }) => asList(value).map(String));
  const others = ["additionalProperties", "unevaluatedProperties"].flatMap((name) => keywordOf(parts, name));
  const closed = others.find(({ value }) => value === false);
  const extra = others.filter(({ value }) => isObject(value) && Object.keys(value).length > 0);
  return {
    properties: new Map([...declared].filter(([name]) => !hidden.has(name))),
    required: new Set(required.filter((name) => !hidden.has(name))),
    hidden,
    isClosed: closed !== undefined,
    closedBy: closed?.place,
    extra: closed ? [] : extra.map(({ value, place }) => ({ schema: value, pointer: place })),
    extraPlace: extra[0]?.place,
  };
}

/** A property that is `false` is not one: no value of it is allowed. */
function declaredProperties({ parts }: Alternative): Map<string, Property> {
  const members = new Map<string, { schemas: SchemaAt[]; content: Json[]; place: string }>();
  for (const { schema, pointer } of parts) {
    for (const [name, property] of Object.entries(asObject(schema.properties))) {
      if (property === false) continue;
      const place = pointerTo(pointer, "properties", name);
      const member = members.get(name) ?? { schemas: [], content: [], place };
      member.schemas.push({ schema: property, pointer: place });
      member.content.push(property);
      members.set(name, member);
    }
  }
  return new Map([...members].map(([name, property]) => [name, { name, ...property }]));
}

/** A wrapper of a reference (`allOf`) may have the keyword, or its target. */
function isHidden(document: OpenApiDocument, schema: Json, flag: string): boolean {
  return (
    isFlagged(document, schema, flag) || asList(asObject(schema).allOf).some((part) => isFlagged(document, part, flag))
  );
}
