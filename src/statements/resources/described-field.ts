import { wordsOf } from "#openapi/document/words.js";
import { singularOf } from "../names.js";

/**
 * The properties that the description of a path parameter names. `/teams/{teamId}` may have "The slug of the team to be deleted":
 * then the `id` of the team is another field.
 *
 * @param collection the path segment before the parameter
 */
export function describedProperties(description: string, collection: string, properties: readonly string[]): string[] {
  const [first = ""] = description.split(/[.,;:(\n]/);
  const words = wordsOf(first.replace(/['’]s\b/g, "")).filter((word) => !FILLING.includes(word));
  return properties.filter((property) => {
    const name = wordsOf(property);
    const startsAt = (at: number) => name.every((word, index) => words[at + index] === word);
    const isThing = (word: string | undefined) => word !== undefined && singularOf(word) === singularOf(collection);
    const after = words.slice(name.length);
    const isOfThing = startsAt(0) && OF.includes(after[0] ?? "") && isThing(after[1]);
    return name.length > 0 && (isOfThing || (isThing(words[0]) && startsAt(1) && words.length === 1 + name.length));
  });
}

/** Words before a noun that say nothing of it. */
const FILLING = ["the", "a", "an", "unique", "this", "your"];

const OF = ["of", "for"];
