import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { isOfEvery } from "#statements/filters.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { sentPlace, shownName } from "#statements/resources/described-names.js";
import { descriptionsAt, hasKeyword, membersAt, propertiesAt } from "#statements/schema-fields.js";
import { listedTexts } from "#values/random/listed-texts.js";
import { type Family, kindOf } from "./family.js";
import type { View } from "./view.js";

/**
 * The texts that the document lists for a field of a resource. Its own schema may list them. Otherwise, a field of its
 * requests does, or a parameter of its lists, of the same name.
 *
 * @param views how responses show the resource
 * @returns an empty list if the document lists none
 */
export function statedMembers(
  document: OpenApiDocument,
  family: Family,
  views: readonly View[],
  name: string,
): readonly string[] {
  const own = views.flatMap(({ content, at }) => textsAt(document, { content, at: pointerTo(at, name) }));
  if (own.length > 0) return [...new Set(own)];
  const isOpen = views.every(({ content, at }) =>
    ["enum", "const", "format", "pattern"].every((key) => !hasKeyword(document, content, pointerTo(at, name), key)),
  );
  if (!isOpen) return [];
  const others = [...sentMembers(document, family, views, name), ...parameterMembers(document, family, name)];
  return [...new Set(others.find((members) => members.length > 1) ?? [])];
}

/** The members of the fields of requests that a response shows under a name. */
function sentMembers(document: OpenApiDocument, family: Family, views: readonly View[], name: string): string[][] {
  const known = views.flatMap(({ fields }) => fields.map((field) => field.name));
  const kind = kindOf(family);
  return [family.create, family.replace, family.update].flatMap((operation) =>
    (operation?.requestBody?.content ?? []).map((content) => {
      const at = sentPlace(document, content, known, kind);
      const sent = propertiesAt(document, content, at).find((field) => shownName(field, known, kind) === name);
      return sent === undefined ? [] : textsAt(document, { content, at: pointerTo(at, sent) });
    }),
  );
}

/** The members of parameters of its lists with the name of a field, without the words for all. */
function parameterMembers(document: OpenApiDocument, family: Family, name: string): string[][] {
  const { list, others = [] } = family;
  const lists = [list, ...others.map((other) => other.list)].flatMap((each) => each?.operation ?? []);
  const parameters = lists.flatMap((operation) => operation.parameters.filter((parameter) => parameter.in === "query"));
  const isMeant = (parameter: Parameter) => shownName(parameter.name, [name], kindOf(family)) === name;
  return parameters.filter(isMeant).map((parameter) => {
    const { enum: listed } = schemaOf(document, parameter);
    const members = Array.isArray(listed) ? listed : listedTexts(parameter.description ?? "");
    return members.filter((member) => typeof member === "string").filter((member) => !isOfEvery(member));
  });
}

/** The texts that the schemas at a place list, by their enums or their descriptions. */
function textsAt(document: OpenApiDocument, { content, at }: Pick<View, "content" | "at">): string[] {
  const members = membersAt(document, content, at).filter((member) => typeof member === "string");
  if (members.length > 0) return members;
  return descriptionsAt(document, content, at).flatMap((description) => listedTexts(description));
}

/** Whether a field has the state of a resource, by the last word of its name. */
export function isOfState(name: string): boolean {
  return ["status", "state", "stage", "phase"].includes(wordsOf(name).at(-1) ?? "");
}
