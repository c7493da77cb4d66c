import { isDeepStrictEqual } from "node:util";
import { asList, asObject, asText, type JsonObject } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { greatest, IMPACTS } from "./version.js";

/** A part of the document that has another name in the new revision, and the same content. */
interface Rename {
  removed: JsonObject;
  added: JsonObject;
  parent: string;
  from: string;
  to: string;
}

/**
 * Merges a removed and an added part of the same place and with the same content into one change, a rename. The change of
 * `required` that follows from it is left out.
 */
export function withRenames(changes: readonly JsonObject[]): JsonObject[] {
  const renames = renamesIn(changes);
  const consumed = new Set(renames.flatMap(({ removed, added }) => [removed, added]));
  const rest = changes.filter((change) => !consumed.has(change) && !renames.some((rename) => follows(change, rename)));
  return [...renames.map(changeOf), ...rest];
}

function renamesIn(changes: readonly JsonObject[]): Rename[] {
  const added = changes.filter(({ kind }) => kind === "added");
  return changes
    .filter(({ kind }) => kind === "removed")
    .flatMap((removed) => {
      const { parent, name: from } = placeOf(removed.base);
      const index = added.findIndex(({ revision }) => {
        const isSame = isDeepStrictEqual(asObject(revision).value, asObject(removed.base).value);
        return isSame && parent !== "" && placeOf(revision).parent === parent;
      });
      const [found] = index === -1 ? [] : added.splice(index, 1);
      return found ? [{ removed, added: found, parent, from, to: placeOf(found.revision).name }] : [];
    });
}

function placeOf(side: unknown): { parent: string; name: string } {
  const pointer = asText(asObject(side).pointer) ?? "";
  return { parent: pointer.slice(0, pointer.lastIndexOf("/")), name: pointerNames(pointer).at(-1) ?? "" };
}

/** Whether the change of a list of required properties is the rename alone. */
function follows({ property, base, revision }: JsonObject, { parent, from, to }: Rename): boolean {
  if (property !== "required" || `${placeOf(base).parent}/properties` !== parent) return false;
  const renamed = asList(asObject(base).value).map((name) => (name === from ? to : name));
  return isDeepStrictEqual(renamed.toSorted(), asList(asObject(revision).value).toSorted());
}

function changeOf({ removed, added, parent, from, to }: Rename): JsonObject {
  const { base, path } = removed;
  const impacts = [removed, added].flatMap(({ impact }) => IMPACTS.find((known) => known === impact) ?? []);
  const impact = greatest(impacts);
  const { pointer } = asObject(base);
  const verdict = {
    impact,
    message: `\`${from}\` was renamed to \`${to}\`${owner(parent)}.`,
    location: { pointer: pointer ?? "#" },
  };
  return {
    path: path ?? "#",
    kind: "renamed",
    impact,
    verdicts: [verdict],
    base: { pointer: pointer ?? "#", value: from },
    revision: { value: to },
  };
}

/** The component that has the renamed property. */
function owner(parent: string): string {
  const names = pointerNames(parent);
  const name = names.at(-1) === "properties" ? names.at(-2) : undefined;
  return name === undefined ? "" : ` in \`${name}\``;
}
