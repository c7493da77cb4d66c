import { setFlagsFromString } from "node:v8";

/** Documents of so many paths take hundreds of megabytes. */
const MANY_PATHS = 100;

/**
 * Lets the heap of this process grow by 20 % before garbage is collected. By default, Node lets a small heap grow to four
 * times its size. A run with a large document then takes twice the memory, and no less time. To be called before the
 * document is read.
 */
export function growHeapSlowly(): void {
  grow(20);
}

/** Characters of a response of which a few at once, with what is made of them, take hundreds of megabytes. */
const LONG_BODY = 1_000_000;

/** Lets the heap grow slowly after a long response: its text and its values are soon garbage. @param length in characters */
export function growHeapSlowlyAfter({ length }: { length: number }): void {
  if (length >= LONG_BODY) growHeapSlowly();
}

/** Lets the heap grow as by default again, if a document is small: a run would take a tenth longer. */
export function growHeapFor(document: { paths?: unknown }): void {
  if (!hasManyPaths(document)) grow(0);
}

/** Whether a document is so large that memory matters more than time. */
export function hasManyPaths({ paths }: { paths?: unknown }): boolean {
  return Object.keys(Object(paths)).length > MANY_PATHS;
}

/** @param percent 0 for Node's default */
function grow(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
