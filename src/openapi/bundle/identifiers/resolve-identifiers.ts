import { isObject } from "../../document/document.js";
import { valueAt } from "../../document/pointer.js";
import { DynamicScopes, withoutIdentifiers } from "./dynamic-scopes.js";
import { Resources } from "./resources.js";

/** In doubt, a file is searched: a name of a property, or a text, may look like a keyword. */
const IDENTIFIER = /\$(?:id|anchor|dynamicAnchor|dynamicRef)["']?\s*:/;

/**
 * Replaces the references by `$id`, `$anchor` and `$dynamicAnchor` (JSON Schema Core, 8.2) in a file by pointers, in place.
 * It removes these identifiers: tools that read references understand pointers. A reference that leads to nothing in the
 * file stays.
 *
 * @param content the parsed file
 * @param text the file
 */
export function resolveIdentifiers(content: unknown, text: string): void {
  if (!isObject(content) || !IDENTIFIER.test(text)) return;
  const resources = new Resources(content);
  if (!resources.hasIdentifiers) return;
  const references = resources.references();
  new DynamicScopes(content, resources, references).bindAll();
  for (const pointer of resources.objects) {
    const schema = valueAt(content, pointer);
    if (!isObject(schema)) continue;
    withoutIdentifiers(schema);
    const mapping = isObject(schema.discriminator) ? schema.discriminator.mapping : undefined;
    if (!isObject(mapping)) continue;
    for (const [value, reference] of Object.entries(mapping)) {
      if (typeof reference !== "string") continue;
      mapping[value] = resources.targetOf(pointer, reference) ?? reference;
    }
  }
}
