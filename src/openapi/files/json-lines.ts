/** A member of an object or list: where its name (or its value, in a list) and its value begin. */
interface Member {
  at: number;
  value: number;
}

const NONE: ReadonlyMap<string, Member> = new Map();

/**
 * Finds the lines of places in a JSON text (RFC 8259) that has been parsed before, so its syntax is right. Each object on the way to
 * a place is searched once. A parser of YAML with positions takes a hundred times as long for documents of 13 MB.
 */
export class JsonLines {
  readonly #text: string;
  readonly #members = new Map<number, ReadonlyMap<string, Member>>();
  /** The offset of each line's first character. */
  readonly #starts = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /**
   * The line of a place, from 1: that of its name, or of an item.
   *
   * @param names lead to the place; if it does not exist, the line is that of the innermost part that does
   */
  lineOf(names: readonly string[]): number {
    let at = this.#afterSpace(0);
    let value = at;
    for (const name of names) {
      const member = this.#membersAt(value).get(name);
      if (!member) break;
      ({ at, value } = member);
    }
    return this.#lineAt(at);
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  #membersAt(offset: number): ReadonlyMap<string, Member> {
    const known = this.#members.get(offset) ?? this.#readMembers(offset);
    this.#members.set(offset, known);
    return known;
  }

  #readMembers(offset: number): ReadonlyMap<string, Member> {
    const isObject = this.#text[offset] === "{";
    if (!isObject && this.#text[offset] !== "[") return NONE;
    // Of two members with one name, the last one counts, as in JSON.parse.
    const members = new Map<string, Member>();
    for (let at = this.#afterSpace(offset + 1); !CLOSING.includes(this.#text[at] ?? "}"); ) {
      let name = String(members.size);
      let value = at;
      if (isObject) {
        const end = this.#afterText(at);
        name = JSON.parse(this.#text.slice(at, end));
        value = this.#afterSpace(this.#afterSpace(end) + 1);
      }
      members.set(name, { at, value });
      at = this.#afterSpace(this.#afterValue(value));
      if (this.#text[at] === ",") at = this.#afterSpace(at + 1);
    }
    return members;
  }

  #afterSpace(offset: number): number {
    SPACE.lastIndex = offset;
    SPACE.test(this.#text);
    return SPACE.lastIndex;
  }

  /** @param offset of the first quotation mark */
  #afterText(offset: number): number {
    for (let end = this.#text.indexOf('"', offset + 1); end >= 0; end = this.#text.indexOf('"', end + 1)) {
      let escapes = 0;
      while (this.#text[end - 1 - escapes] === "\\") escapes += 1;
      if (escapes % 2 === 0) return end + 1;
    }
    return this.#text.length;
  }

  #afterValue(offset: number): number {
    let depth = 0;
    for (let at = offset; at < this.#text.length; ) {
      SIGNIFICANT.lastIndex = at;
      const sign = SIGNIFICANT.exec(this.#text)?.[0];
      if (sign === undefined) break;
      const position = SIGNIFICANT.lastIndex - 1;
      if (sign === '"') {
        at = this.#afterText(position);
        if (depth === 0) return at;
        continue;
      }
      const isClosing = CLOSING.includes(sign);
      // A number or a word ends before the sign that follows it.
      if (depth === 0 && (sign === "," || isClosing)) return position;
      at = position + 1;
      if (sign === ",") continue;
      depth += isClosing ? -1 : 1;
      if (depth === 0) return at;
    }
    return this.#text.length;
  }
}

const CLOSING = "}]";
const SPACE = /\s*/y;
const SIGNIFICANT = /["{}[\],]/g;
