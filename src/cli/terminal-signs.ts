/** Signs of our output beyond ASCII, and their forms in ASCII. */
const FORMS: Readonly<Record<string, string>> = {
  ...{
    "✓": "+",
    "✗": "x",
    "–": "-",
    "−": "-",
    "⚠": "!",
    "…": "...",
    "→": "->",
    "×": "x",
    "·": "-",
    "≥": ">=",
    "≤": "<=",
  },
};
const SIGNS = new RegExp(`[${Object.keys(FORMS).join("")}]`, "gu");

/** The facts that decide whether a terminal shows other signs than those of ASCII. */
interface Terminal {
  isTerminal: boolean;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * A text in signs that its reader can see. A terminal whose locale is not UTF-8 shows ASCII only, and so does the console of
 * Linux. The first of LC_ALL, LC_CTYPE and LANG decides (POSIX.1-2024, Base Definitions, 8.2). Files and pipes are UTF-8.
 */
export function shown(
  text: string,
  terminal: Terminal = { isTerminal: process.stdout.isTTY, env: process.env },
): string {
  return showsAll(terminal) ? text : text.replaceAll(SIGNS, (sign) => FORMS[sign] ?? sign);
}

function showsAll({ isTerminal, env }: Terminal): boolean {
  if (!isTerminal) return true;
  if (env.TERM === "linux") return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return !locale || /utf-?8/i.test(locale);
}
