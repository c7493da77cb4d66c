import { isObject, type Json } from "../document/document.js";

/** A part of a value: the names and indexes that lead to it. */
export type Location = readonly (string | number)[];

/** A text that is not a JSONPath, or one with a part that is not supported. */
export class PathError extends Error {
  override name = "PathError";
}

/** `@.a.b == "c"`, or without a value: `@.a.b` exists. */
interface Condition {
  names: string[];
  isNegated: boolean;
  value: Json | undefined;
}

type Selector =
  | { kind: "name"; name: string }
  | { kind: "index"; index: number }
  | { kind: "all" }
  /** Alternatives, each a list of conditions of which all have to hold. */
  | { kind: "filter"; alternatives: Condition[][] };

interface Segment {
  selectors: Selector[];
  /** Whether it also applies to all descendants (`..`). */
  isDeep: boolean;
}

/**
 * Finds the parts of a value that a JSONPath (RFC 9535) selects. Of its filters, `==`, `!=`, existence, `&&` and `||` are
 * supported, without parentheses and functions. Slices are not.
 *
 * @throws PathError that says what is wrong, and where
 */
export function findParts(root: Json, path: string): Location[] {
  let found: Location[] = [[]];
  for (const { selectors, isDeep } of new PathReader(path).segments()) {
    const from = isDeep ? found.flatMap((each) => descendants(root, each)) : found;
    found = from.flatMap((each) => selectors.flatMap((selector) => select(root, each, selector)));
  }
  const seen = new Map(found.map((each) => [JSON.stringify(each), each]));
  return [...seen.values()];
}

/** The value at a location; undefined if there is none. */
export function partAt(root: Json, location: Location): Json | undefined {
  let value: Json | undefined = root;
  for (const step of location) {
    if (Array.isArray(value)) value = typeof step === "number" ? value[step] : undefined;
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

function descendants(root: Json, location: Location): Location[] {
  return [location, ...children(root, location).flatMap((each) => descendants(root, each))];
}

function children(root: Json, location: Location): Location[] {
  const value = partAt(root, location);
  if (Array.isArray(value)) return value.map((_, index) => [...location, index]);
  return isObject(value) ? Object.keys(value).map((name) => [...location, name]) : [];
}

function select(root: Json, location: Location, selector: Selector): Location[] {
  const all = children(root, location);
  if (selector.kind === "all") return all;
  if (selector.kind === "name") return all.filter((each) => each.at(-1) === selector.name);
  if (selector.kind === "index")
    return all.filter((each) => typeof each.at(-1) === "number").slice(selector.index, selector.index + 1 || undefined);
  return all.filter((each) => {
    const value = partAt(root, each) ?? null;
    return selector.alternatives.some((conditions) => conditions.every((condition) => holds(value, condition)));
  });
}

function holds(value: Json, { names, isNegated, value: wanted }: Condition): boolean {
  const found = partAt(value, names);
  const isTrue =
    wanted === undefined
      ? found !== undefined
      : found !== undefined && JSON.stringify(found) === JSON.stringify(wanted);
  return isTrue !== isNegated;
}

/** Reads a JSONPath from left to right. */
class PathReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  segments(): Segment[] {
    if (!this.#skip("$")) this.#fail("it begins with `$`");
    const segments: Segment[] = [];
    while (this.#at < this.#text.length) segments.push(this.#segment());
    return segments;
  }

  #segment(): Segment {
    const isDeep = this.#skip("..");
    if (this.#skip("[")) return { selectors: this.#bracket(), isDeep };
    if (!isDeep && !this.#skip(".")) this.#fail("`.` or `[` is expected");
    if (this.#skip("*")) return { selectors: [{ kind: "all" }], isDeep };
    return { selectors: [{ kind: "name", name: this.#shortName() }], isDeep };
  }

  /** A name without quotes has letters, digits and `_` (RFC 9535, 2.5.1.1). */
  #shortName(): string {
    const name = this.#match(/[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y);
    if (name === undefined) this.#fail("a name is expected");
    if (this.#text[this.#at] === "-") this.#fail("a name with `-` needs brackets and quotes: `['x-name']`");
    return name;
  }

  #bracket(): Selector[] {
    const selectors: Selector[] = [];
    do {
      this.#match(/\s*/y);
      selectors.push(this.#selector());
      this.#match(/\s*/y);
    } while (this.#skip(","));
    if (!this.#skip("]")) this.#fail("`]` is expected; slices are not supported");
    return selectors;
  }

  #selector(): Selector {
    if (this.#skip("*")) return { kind: "all" };
    if (this.#skip("?")) return { kind: "filter", alternatives: this.#alternatives() };
    const index = this.#match(/-?\d+/y);
    if (index !== undefined) return { kind: "index", index: Number(index) };
    const name = this.#quoted();
    if (name === undefined) this.#fail("a name in quotes, an index, `*` or a filter is expected");
    return { kind: "name", name };
  }

  #alternatives(): Condition[][] {
    const alternatives: Condition[][] = [];
    do {
      const conditions: Condition[] = [];
      do conditions.push(this.#condition());
      while (this.#operator("&&"));
      alternatives.push(conditions);
    } while (this.#operator("||"));
    return alternatives;
  }

  #condition(): Condition {
    this.#match(/\s*/y);
    const isAbsent = this.#skip("!");
    if (!this.#skip("@")) this.#fail("`@` is expected; parentheses and functions are not supported");
    const names: string[] = [];
    for (;;) {
      if (this.#skip(".")) names.push(this.#shortName());
      else if (this.#skip("[")) {
        const name = this.#quoted();
        if (name === undefined || !this.#skip("]")) this.#fail("a name in quotes and `]` are expected");
        names.push(name);
      } else break;
    }
    if (this.#operator("==")) return { names, isNegated: isAbsent, value: this.#literal() };
    if (this.#operator("!=")) return { names, isNegated: !isAbsent, value: this.#literal() };
    return { names, isNegated: isAbsent, value: undefined };
  }

  #literal(): Json {
    this.#match(/\s*/y);
    const text = this.#quoted();
    if (text !== undefined) return text;
    const plain = this.#match(/true|false|null|-?\d+(\.\d+)?/y);
    if (plain === undefined) this.#fail("a text in quotes, a number, true, false or null is expected");
    return JSON.parse(plain);
  }

  #quoted(): string | undefined {
    const quoted = this.#match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y);
    return quoted?.slice(1, -1).replace(/\\(.)/g, "$1");
  }

  #operator(text: string): boolean {
    const before = this.#at;
    this.#match(/\s*/y);
    if (this.#skip(text)) return true;
    this.#at = before;
    return false;
  }

  #skip(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(reason: string): never {
    throw new PathError(`at character ${this.#at + 1}, ${reason}`);
  }
}
