/** The classes of POSIX in ASCII, as the content of a class of ECMA-262. */
const POSIX: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\s",
  upper: "A-Z",
  word: "\\w",
  xdigit: "0-9A-Fa-f",
};

/** Escapes of letters that ECMA-262 has (22.2.1). */
const KNOWN_ESCAPE = /^\\(?:[bBcdDfknrsStuvwWxpP0-9]|[^A-Za-z])/;

/** Escapes of Python, Ruby, .NET, Java and PCRE that ECMA-262 writes otherwise. Without the flag `m`, `^` and `$` are the ends. */
const ESCAPES: Readonly<Record<string, string>> = {
  "\\A": "^",
  "\\Z": "$",
  "\\z": "$",
  "\\a": "\\x07",
  "\\e": "\\x1b",
};

/** The translation of a part of a pattern. */
interface Translation {
  /** Undefined if ECMA-262 cannot say the same. */
  text: string | undefined;
  /** Whether other engines give the part another meaning than ECMA-262, or only they have it. */
  isForeign: boolean;
}

const TOKEN =
  /\\(?:[pP][CLMNPSZ]|[pPux]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<[^>]*>|c[A-Za-z]|.)|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\\\]])*\]|\(\?P?<[A-Za-z_]\w*>|\(\?P=\w+\)|\(\?(?:[=!:>#]|<[=!]|[a-zA-Z-]+[:)])?|(?:[*+?]|\{\d*,?\d*\})[+?]?|./gsu;

/**
 * A pattern as ECMA-262 writes it, with the same meaning (JSON Schema Core 2020-12, 6.4). Documents have the patterns of the
 * languages of their servers.
 *
 * @returns the same text if nothing in it is of another language; undefined if it cannot be translated
 */
export function translatedPattern(pattern: string): string | undefined {
  const ignoresCase = pattern.startsWith("(?i)");
  const source = ignoresCase ? pattern.slice("(?i)".length) : pattern;
  const tokens: readonly string[] = source.match(TOKEN) ?? [];
  // A class in a class, as in Java and .NET: for ECMA-262, the first `]` is the end of both.
  if (tokens.includes("]") && tokens.some((token) => /^\[.*(?:&&|-)\[/s.test(token))) return undefined;
  const parts = tokens.map((token, index) => translationOf(token, tokens[index - 1], tokens[index + 1]));
  if (!ignoresCase && !parts.some(({ isForeign }) => isForeign)) return pattern;
  const texts = parts.map(({ text }) => (text !== undefined && ignoresCase ? inBothCases(text) : text));
  return texts.every((text) => text !== undefined) ? texts.join("") : undefined;
}

/** A pattern without the escapes of characters that need none, which the flag `u` forbids (ECMA-262, 22.2.1). */
export function withoutNeedlessEscapes(pattern: string): string {
  return pattern.replace(/\[(?:\\.|[^\\\]])*\]|\\./gs, (part) =>
    part.startsWith("[")
      ? part.replace(/\\([_ "#%&',:;<=>@`~!])/g, "$1")
      : part.replace(/^\\([_ "#%&',:;<=>@`~!-])$/, "$1"),
  );
}

function translationOf(token: string, before: string | undefined, after: string | undefined): Translation {
  if (token.startsWith("\\")) {
    const text = ESCAPES[token];
    if (text !== undefined) return { text, isForeign: true };
    if (/^\\[pPx][{CLMNPSZ]/.test(token)) return unicodeEscape(token);
    return KNOWN_ESCAPE.test(token) ? { text: token, isForeign: false } : { text: undefined, isForeign: true };
  }
  if (token.startsWith("[")) return classOf(token);
  if (token.startsWith("(?")) return groupOf(token);
  // Without a least number, ECMA-262 takes the braces for text.
  if (token.startsWith("{,")) return { text: token.replace("{,", "{0,"), isForeign: true };
  const isPossessive = token.length > 1 && token.endsWith("+");
  if (!isPossessive) return { text: token, isForeign: false };
  const isSame = before !== undefined && givesNothingBack(before, after);
  return { text: isSame ? token.slice(0, -1) : undefined, isForeign: true };
}

/** `\pL` of Java and PCRE is `\p{L}`, and their `\x{41}` is `\u{41}`. Classes by other names differ between languages. */
function unicodeEscape(token: string): Translation {
  const braced = token.replace(/^\\([pP])([CLMNPSZ])$/, "\\$1{$2}").replace(/^\\x\{/, "\\u{");
  try {
    return { text: new RegExp(braced, "u").source, isForeign: braced !== token };
  } catch {
    return { text: undefined, isForeign: true };
  }
}

function classOf(token: string): Translation {
  const isForeign = /^\[\^?\]|\[:\^?\w+:\]|\\[AZzhHaeGQER]|\\[pPx][{CLMNPSZ]/.test(token);
  if (!isForeign) return { text: token, isForeign };
  let isKnown = !/\\[AZzhHaeGQER]|\[:\^/.test(token);
  const text = token
    // Other languages take a first `]` for a character of the class.
    .replace(/^(\[\^?)\](?=.)/s, "$1\\]")
    .replace(/\\(?:[pPx]\{[^}]*\}|[pP][CLMNPSZ]|.)/gs, (part) => {
      if (!/^\\[pPx][{CLMNPSZ]/.test(part)) return part;
      const { text: translated } = unicodeEscape(part);
      isKnown &&= translated !== undefined;
      return translated ?? "";
    })
    .replace(/(?<=.)\[:(\w+):\]/g, (_, name: string) => {
      isKnown &&= Object.hasOwn(POSIX, name);
      return POSIX[name] ?? "";
    });
  return { text: isKnown ? text : undefined, isForeign };
}

/** The beginning of a group: `(?P<name>` of Python becomes `(?<name>`. Other groups that ECMA-262 lacks have no equal. */
function groupOf(token: string): Translation {
  if (token.startsWith("(?P<")) return { text: token.replace("P", ""), isForeign: true };
  const [, reference] = /^\(\?P=(\w+)\)$/.exec(token) ?? [];
  if (reference !== undefined) return { text: `\\k<${reference}>`, isForeign: true };
  const isOwn = /^\(\?(?:[:=!]|<)/.test(token);
  return { text: isOwn ? token : undefined, isForeign: !isOwn };
}

/**
 * Whether a possessive quantifier means the same as a greedy one. A greedy one must give back nothing that the next part
 * could use.
 */
function givesNothingBack(repeated: string, after: string | undefined): boolean {
  if (after === undefined || after === "$" || after === "\\z" || after === "\\Z") return true;
  const atoms = [repeated, after].map((token) => translationOf(token, undefined, undefined).text);
  if (atoms.some((atom) => atom === undefined || !/^(?:\\[^bBk\d]|\[|[^()|^$*+?{.])/.test(atom))) return false;
  const [own, next] = atoms.map((atom) => new RegExp(`^(?:${atom})$`, "u"));
  // Classes of documents differ in the first letters of Unicode.
  for (let code = 0; code < 0x250; code += 1) {
    const character = String.fromCodePoint(code);
    if (own?.test(character) && next?.test(character)) return false;
  }
  return true;
}

/** A part of a pattern in which letters are of both cases. A class by property, or a reference, cannot say this. */
function inBothCases(text: string): string | undefined {
  if (/^\\[pPkuxc1-9]/.test(text)) return undefined;
  if (text.startsWith("\\") || text.startsWith("(?")) return text;
  if (!text.startsWith("[")) return cased(text, (letter, other) => `[${letter}${other}]`);
  if (/\\[pPux]/.test(text)) return undefined;
  // Every letter and range of letters stands in the class in the other case, too.
  const added = [...text.slice(1, -1).matchAll(/\\.|([A-Za-z])-([A-Za-z])|([A-Za-z])/g)].flatMap(
    ([, first, last, single]) =>
      single === undefined && (first === undefined || last === undefined)
        ? []
        : [single === undefined ? `${otherCase(first ?? "")}-${otherCase(last ?? "")}` : otherCase(single)],
  );
  return `${text.slice(0, -1)}${added.join("")}]`;
}

function cased(text: string, both: (letter: string, other: string) => string): string {
  return text.replace(/\p{L}/gu, (letter) => {
    const other = otherCase(letter);
    return other === letter || other.length !== letter.length ? letter : both(letter, other);
  });
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
