/** Writes the path of a setting: `values.retrieveThing.id`. A name with other characters is quoted, as in JSON. */
export function settingPath(...names: readonly string[]): string {
  return names.map((name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))).join(".");
}

const NAME = /"(?:[^"\\]|\\.)*"|[^\s".]+/y;

/**
 * The paths that a text begins with, joined by `and`: each as its names.
 *
 * @returns an empty list for any other text
 */
export function settingNames(text: string): string[][] {
  const paths: string[][] = [[]];
  for (let at = 0; at < text.length; ) {
    NAME.lastIndex = at;
    const [name] = NAME.exec(text) ?? [];
    if (name === undefined) return [];
    paths.at(-1)?.push(name.startsWith('"') ? unquoted(name) : name);
    at += name.length;
    const [separator = ""] = /^(\.| and )/.exec(text.slice(at)) ?? [];
    if (separator === "" && at < text.length) return [];
    if (separator === " and ") paths.push([]);
    at += separator.length;
  }
  return paths.filter((names) => names.length > 0);
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
