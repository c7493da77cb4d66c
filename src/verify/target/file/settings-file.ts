import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import type { ErrorObject } from "ajv/dist/2020.js";
import { CONFIGURATION_FILE } from "#cli/installation.js";
import { suggestion } from "#cli/similar-name.js";
import { UserError } from "#cli/user-error.js";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { lineOf } from "#openapi/files/line-of.js";
import { readYaml } from "#openapi/files/read-yaml.js";
import { KINDS } from "../../model/finding/kinds.js";
import { RULES } from "../../rules/registry.js";
import { checkedForm, placed } from "../checked-form.js";
import type { Fail } from "../settings.js";
import { NO_KEY } from "../target-schema.js";

/** A problem of a setting. `SettingsFile.reading` adds the file and the line. */
class SettingProblem extends Error {
  override name = "SettingProblem";
  readonly place: readonly string[];

  constructor(place: readonly string[], problem: string) {
    super(problem);
    this.place = place;
  }
}

/** The text of a file, and its content. */
interface FileText {
  path: string;
  text: string;
  content: JsonObject;
}

/** A file with the settings of one target, or of several that share some. */
export class SettingsFile {
  /** Its path from the working directory. */
  readonly name: string;
  /** Paths in the file are relative to this folder. */
  readonly folder: string;
  /** The settings that count. */
  readonly settings: JsonObject;
  /** The name of the target whose settings count (default: the file has one target, or none was chosen). */
  readonly target: string | undefined;
  readonly #file: FileText;

  private constructor(file: FileText, settings: JsonObject, target?: string) {
    this.name = nameOf(file.path);
    this.folder = dirname(resolve(file.path));
    this.settings = settings;
    this.target = target;
    this.#file = file;
  }

  /**
   * Reads a file that people write.
   *
   * @param schema of its content
   * @throws UserError, one line: what is wrong, where, and what to do; it repeats no value of the file
   */
  static async read(path: string, schema: object): Promise<SettingsFile> {
    const fail = (problem: string): never => {
      throw new UserError(`${nameOf(path)}: ${problem}`);
    };
    const text = await readFile(path, "utf8").catch(() => fail("this file cannot be read. Name a file: --target FILE"));
    const content = await readYaml(text, (problem) => fail(`this is not valid YAML${problem}.`));
    if (!isObject(content)) return fail("the file has no settings. Begin with baseUrl: https://…");
    const file = new SettingsFile({ path, text, content }, content);
    const checked = checkedForm(schema, content, "setting", worded);
    return file.reading(() => ("problem" in checked ? file.fail(checked.place, checked.problem) : file));
  }

  /** The same file, in which other settings count: those of one of its targets, for instance. */
  withSettings(settings: JsonObject, target?: string): SettingsFile {
    return new SettingsFile(this.#file, settings, target);
  }

  /** Reports a problem of a setting. To be called within `reading`. */
  readonly fail: Fail = (place, problem) => {
    throw new SettingProblem(place, problem);
  };

  /** Runs a function that reads the settings. @throws UserError in place of each problem that it reports */
  async reading<Result>(read: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof SettingProblem)) throw error;
      const line = await this.lineOf(error.place);
      const where = line === undefined ? this.name : `${this.name}:${line}`;
      throw new UserError(`${where}: ${placed({ place: this.#placeOf(error.place), problem: error.message })}`);
    }
  }

  /** The line of a setting in the file; undefined if it is not known. */
  async lineOf(setting: readonly string[]): Promise<number | undefined> {
    const place = this.#placeOf(setting);
    return place.length > 0 ? lineOf(this.#file.text, place) : undefined;
  }

  /** The place of a setting in the file: the chosen target has it, or all targets share it. */
  #placeOf(setting: readonly string[]): readonly string[] {
    if (this.target === undefined) return setting;
    const own = ["targets", this.target, ...setting];
    return valueAt(this.#file.content, pointerTo("", ...own)) === undefined ? setting : own;
  }
}

/** The problem of a target without an address. */
export const MISSING_ADDRESS = "baseUrl is missing. Write baseUrl: https://… here.";

/** How a setting names a variable. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the form of variables in the file
const VARIABLE = "${NAME}";

function nameOf(path: string): string {
  return relative(process.cwd(), resolve(path)) || path;
}

const CHECKS = [...new Set(KINDS.map(({ check }) => check))];

function worded({ keyword, params }: ErrorObject, place: readonly string[]): string | undefined {
  const name = place.at(-1);
  if (keyword === "additionalProperties" && place.length === 1 && name === "targets") {
    return `a target file has one target. Name this file ${CONFIGURATION_FILE}, and choose a target: --target NAME`;
  }
  if (keyword === "additionalProperties" && place.at(-2) === "checks") {
    return `this is not a check. ${suggestion(name ?? "", CHECKS)}`;
  }
  if (keyword === "additionalProperties" && place.at(-2) === "rules") {
    return `this is not a rule. ${suggestion(name ?? "", Object.keys(RULES))}`;
  }
  if (keyword === "required" && params.missingProperty === "baseUrl") return MISSING_ADDRESS;
  if (name === "credentials") {
    return `it must be ${NO_KEY}, or keys by the names of their security schemes, each as ${VARIABLE}.`;
  }
  if (keyword === "pattern" && name === "baseUrl")
    return `it is not an http or https URL. Write https://…, or ${VARIABLE}.`;
  if (keyword === "pattern" && place.includes("credentials")) {
    return `this is not a variable. Write it as ${VARIABLE}, and set NAME in the environment: secrets do not belong in files.`;
  }
  if (keyword === "minLength" && place.includes("exclude")) return "write the reason.";
  return keyword === "const" ? `it must be ${JSON.stringify(params.allowedValue)}, or omitted.` : undefined;
}
