import { UserError } from "#cli/user-error.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Secret } from "../model/target/target.js";

/** Reports a problem of a setting: a sentence without a value of the file. */
export type Fail = (setting: readonly string[], problem: string) => never;

/** Reads the settings of a file. */
export interface SettingsReader {
  /** The contract; names in the file have to exist in it. */
  document: OpenApiDocument;
  /** Reports a problem of a setting, which the names that lead to it identify. */
  fail: Fail;
  /** The value of the environment variable that a setting names, for the body of a request. */
  secret(reference: string, setting: readonly string[]): Secret;
  /** The value of the environment variable that a setting names, which a header can carry. */
  variable(reference: string, setting: readonly string[]): Secret;
  /** A text, or the value of the variable that it names. */
  text(value: string, setting: readonly string[]): string;
}

/** Advice for a file that names something its contract lacks: without `--spec`, it is read with our contract. */
export const OTHER_CONTRACT = "Or name the contract that the file is for: --spec FILE, or spec in a program";

const VARIABLE = /^\$\{([A-Za-z_]\w*)\}$/;

/** Whether the text of a setting names a variable: `${NAME}`. */
export function isVariable(text: string): boolean {
  return VARIABLE.test(text);
}

/** Creates the reader of a file; `fail` reports its problems. */
export function settingsReader(document: OpenApiDocument, environment: NodeJS.ProcessEnv, fail: Fail): SettingsReader {
  const secret = (reference: string, setting: readonly string[]): Secret => {
    const [, name = ""] = VARIABLE.exec(reference) ?? [];
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (!value) return fail(setting, `the environment variable ${name} is not set.`);
    return { variable: name, value };
  };
  const variable = (reference: string, setting: readonly string[]): Secret => {
    const found = secret(reference, setting);
    return isHeaderText(found.value) ? found : fail(setting, `${found.variable} ${NOT_HEADER_TEXT}`);
  };
  const text = (value: string, setting: readonly string[]) =>
    isVariable(value) ? variable(value, setting).value : value;
  return { document, fail, secret, variable, text };
}

/** Whether a text consists of visible ASCII characters, and spaces between them, as a value of a header does (RFC 9110, 5.5). */
export function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && text.trim() === text;
}

export const NOT_HEADER_TEXT =
  "holds a character that a header cannot carry: a space at its beginning or end, a line break or a letter beyond ASCII.";

/**
 * The base URL of a setting, without a slash at the end.
 *
 * @param setting for the message, which does not repeat the text, because that may hold a key
 * @param fail reports what is wrong with it, in a phrase that begins with a verb
 * @throws UserError unless it is an http(s) URL without user, query and fragment
 */
export function baseUrlOf(
  text: string,
  setting: string,
  fail: (problem: string) => never = (problem) => {
    throw new UserError(`${setting} ${problem}`);
  },
): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    return fail("is not an http or https URL. Example: https://staging.example.com");
  }
  if (url.username || url.password || url.search || url.hash) {
    return fail("has a user, a query or a fragment. Give the address alone, and the key in the environment.");
  }
  return url.href.replace(/\/+$/, "");
}
