import type { Operation } from "#openapi/operations/operation.js";
import { lastSegment } from "./resources/path-parameters.js";

/** Words for a deletion that includes others: "Deletes a project with its notes", "also deletes all files". */
const TOGETHER = [
  /\b(?:with|and) (?:its|their|all|every|the)\b([^.]*)/,
  /\b(?:also|too|as well),? (?:deletes?|removes?)\b([^.]*)/,
  /\b(?:deletes?|removes?) (?:its|their|all|every)\b([^.]*)/,
  // "All versions of the file are deleted, too."
  /\b(?:its|their|all|every) ([^.]*?)\b(?:are|is|being|be|gets?) (?:also )?(?:deleted|removed)\b/,
];

/** Words of a sentence that says when something is not deleted, or must not be there. */
const OTHERWISE =
  /\b(not|never|cannot|can't|unless|without|except|fails?|only if|must|rejects?|rejected|if it (still )?has)\b/;

/** Whether the words for a deletion say that it deletes a collection below the resource, too. @param collection its path */
export function statesCascade({ summary = "", description = "" }: Operation, collection: string): boolean {
  const name = lastSegment(collection).toLowerCase();
  const sentences = `${summary}. ${description}`
    .toLowerCase()
    .replace(/\s+/g, " ")
    .split(/[.;](?:\s|$)/);
  return sentences
    .filter((sentence) => !OTHERWISE.test(sentence))
    .flatMap((sentence) => TOGETHER.map((pattern) => pattern.exec(sentence)?.[1] ?? ""))
    .some((together) => together.split(/[^\p{L}\p{N}-]+/u).includes(name));
}

/** Words for a deletion of which nothing remains. */
const FOR_GOOD =
  /\b(completely|permanently|irreversibl[ey]|irrevocabl[ey]|forever|hard.delet\w+)\b|\bcan(not| ?not|'t) be (undone|restored|recovered)\b/i;

/** Whether the words for a deletion say that nothing of the resource remains. Others may only mark it as deleted. */
export function deletesForGood({ summary = "", description = "" }: Operation): boolean {
  return FOR_GOOD.test(`${summary} ${description}`);
}
