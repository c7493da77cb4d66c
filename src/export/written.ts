import type { Collection, CollectionRequest, LeftOut } from "./collection.js";

/** A file of an export, by its path in the folder of the export. */
export type ExportedFile = readonly [path: string, content: string];

/** An export: its files, and the requests that the format cannot hold. */
export interface Written {
  files: ExportedFile[];
  leftOut: LeftOut[];
}

/** Writes a collection in a format. */
export type Format = (collection: Collection) => Written;

/** The requests that a format can hold, and the others. @param problemOf why it cannot hold a request; undefined if it can */
export function fitting(
  { requests }: Collection,
  problemOf: (request: CollectionRequest) => string | undefined,
): { fit: CollectionRequest[]; leftOut: LeftOut[] } {
  const judged = requests.map((request) => ({ request, problem: problemOf(request) }));
  return {
    fit: judged.flatMap(({ request, problem }) => (problem === undefined ? [request] : [])),
    leftOut: judged.flatMap(({ request: { operation }, problem }) =>
      problem === undefined ? [] : [{ operation, reason: problem }],
    ),
  };
}

/** A name or a sentence on one line. It has no control character, and begins neither a variable (`{{`) nor a long text (`'''`). */
export function label(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/\{(?=\{)/g, "{ ")
    .replaceAll("'''", "'")
    .trim()
    .toWellFormed();
}
