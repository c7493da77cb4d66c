import type { JsonObject } from "#openapi/document/document.js";
import { type Kind, pascalCase, referenceField, type Verb } from "./api.js";
import { exampleBody, resourceSchema } from "./schemas.js";

/** The documented response to a creation, under its status. */
export function creationResponse(kind: Kind, named: boolean): JsonObject {
  const { status, location } = kind.creation;
  const schema = creationSchema(kind);
  const links = creationLinks(kind, named);
  return {
    [status]: {
      description: "Created.",
      ...(location === "none" ? {} : { headers: { Location: { schema: { type: "string" } } } }),
      ...(schema ? { content: { "application/json": schema } } : {}),
      ...(Object.keys(links).length > 0 ? { links } : {}),
    },
  };
}

/** Where the response to a creation has the id; undefined if it has none. */
function idPointer({ creation: { form }, idField, parameter }: Kind): string | undefined {
  switch (form) {
    case "id":
    case "echo":
      return idField;
    case "data":
      return `data/${idField}`;
    case "parameter":
      return parameter;
    case "beside owner":
      return `made/${idField}`;
    default:
      return undefined;
  }
}

function creationSchema(kind: Kind): JsonObject | undefined {
  const { ids, idField, parameter, refersTo, creation } = kind;
  const reference: JsonObject = refersTo ? { [referenceField(refersTo)]: refersTo.ids.schema } : {};
  const withId = (name: string): JsonObject => ({
    type: "object",
    required: [name],
    properties: { [name]: ids.schema, ...reference },
  });
  switch (creation.form) {
    case "id":
      return { schema: withId(idField) };
    case "data":
      return { schema: { type: "object", required: ["data"], properties: { data: withId(idField) } } };
    case "parameter":
      return { schema: withId(parameter) };
    case "echo":
      return { schema: resourceSchema(kind), ...exampleBody(kind, "response") };
    case "beside owner":
      return { schema: { type: "object", properties: { owner: withId(idField), made: withId(idField) } } };
    case "whole list":
      return { schema: { type: "array", items: resourceSchema({ ...kind, creation: { ...creation, form: "id" } }) } };
    case "text":
      return { schema: { type: "object" } };
    case "empty":
      return undefined;
  }
}

const LINKED: readonly Verb[] = ["get", "put", "patch", "delete"];

function creationLinks(kind: Kind, named: boolean): JsonObject {
  const { links } = kind.creation;
  const pointer = idPointer(kind);
  const { refersTo } = kind;
  if (pointer === undefined) return {};
  const folder = /.*\//.exec(pointer)?.[0] ?? "";
  return {
    ...(links === "self" || links === "both" ? linksTo(kind, pointer, named) : {}),
    ...(refersTo && (links === "other" || links === "both")
      ? linksTo(refersTo, `${folder}${referenceField(refersTo)}`, named)
      : {}),
  };
}

/** A link to each operation on an item of a kind, whose id the response has at a pointer. */
function linksTo({ verbs, noun, item, parameter, parent }: Kind, pointer: string, named: boolean): JsonObject {
  const links = LINKED.filter((verb) => verbs.has(verb)).map((verb) => {
    const operationId = `${verb}${pascalCase(noun)}`;
    const operationRef = `#/paths/${item.replaceAll("~", "~0").replaceAll("/", "~1")}/${verb}`;
    const parameters = {
      ...(parent ? { [parent.parameter]: `$request.path.${parent.parameter}` } : {}),
      [parameter]: `$response.body#/${pointer}`,
    };
    return [operationId, { ...(named ? { operationId } : { operationRef }), parameters }] as const;
  });
  return Object.fromEntries(links);
}
