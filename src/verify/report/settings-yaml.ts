import { onOneLine } from "#cli/unprintable.js";
import type { Json } from "#openapi/document/document.js";
import { stringifyYaml } from "#openapi/files/yaml.js";
import { groupBy } from "../model/group-by.js";
import { PLACEHOLDER } from "../model/target/target.js";
import type { Addition } from "./additions.js";

/** A setting as a line of a target file. */
export interface WrittenSetting {
  setting: readonly string[];
  /** Undefined: the last name of the setting is an item of a list. */
  value?: Json | undefined;
  /** Sentences above it. */
  comments?: readonly string[];
  /** Whether it is written as a comment, which a reader may turn into a setting. */
  isOptional?: boolean;
}

/** An addition with a placeholder for its value. */
export function written({ setting, isList }: Pick<Addition, "setting" | "isList">): WrittenSetting {
  const [kind, name = ""] = setting;
  if (kind === "allowed") return { setting };
  if (kind === "writes") return { setting: [kind], value: name };
  if (kind === "provision") return { setting, value: "./provision.mjs" };
  if (kind === "credentials") return { setting, value: reference(`${variableFor(name)}_KEY`) };
  return { setting, value: isList ? [PLACEHOLDER, PLACEHOLDER] : PLACEHOLDER };
}

/** A name of a setting as the name of a variable: `otherTeam` becomes `OTHER_TEAM`. */
export function variableFor(name: string): string {
  const words = name.replace(/\W+|(?<=[a-z\d])(?=[A-Z])/g, "_").toUpperCase();
  return words.replace(/^(?=\d)/, "_");
}

/** The value of a setting that names a variable of the environment. */
export function reference(variable: string): string {
  return `\${${variable}}`;
}

/** Settings as lines of a target file. Those whose names begin alike are written together. */
export function settingsYaml(settings: readonly WrittenSetting[], depth = 0, isBelowComment = false): string[] {
  return [...groupBy(settings, ({ setting }) => setting[depth] ?? "")].flatMap(([name, group]) => {
    const isComment = !isBelowComment && group.every(({ isOptional }) => isOptional);
    const sign = isComment ? "# " : "";
    const inner = group.filter(({ setting }) => setting.length > depth + 1);
    if (inner.length > 0) {
      const below = settingsYaml(inner, depth + 1, isBelowComment || isComment);
      return [...signed(key(name), sign), ...below.map((line) => `${sign}  ${line}`)];
    }
    const { value, comments = [] } = group[0] ?? {};
    return [
      // Names of a document may have line breaks.
      ...comments.map((comment) => `# ${onOneLine(comment)}`),
      ...signed(yaml(value === undefined ? [name] : { [name]: value }), sign),
    ];
  });
}

/** Lines with a sign before each. YAML writes a name of more than 1,024 characters in two lines. */
function signed(lines: string, sign: string): string[] {
  return lines.split("\n").map((line) => sign + line);
}

/** A name or a value in one line. */
function yaml(content: Json): string {
  return stringifyYaml(content, { flowLevel: 1, lineWidth: -1 }).trimEnd();
}

function key(name: string): string {
  return yaml({ [name]: null }).replace(/ null$/, "");
}
