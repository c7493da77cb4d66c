import type { Secret } from "../model/target.js";

/** Reports a problem of the target file. */
export type Fail = (message: string) => never;

/** Reads the environment variable that a setting names. */
export type ReadVariable = (reference: string, setting: string) => Secret;

const VARIABLE = /^\$\{([A-Za-z_]\w*)\}$/;

/** Whether the text of a setting names a variable: `${NAME}`. */
export function isVariable(text: string): boolean {
  return VARIABLE.test(text);
}

/** Reads a variable of the environment; problems go to `fail`. */
export function readVariable(environment: NodeJS.ProcessEnv, reference: string, setting: string, fail: Fail): Secret {
  const [, name = ""] = VARIABLE.exec(reference) ?? [];
  const value = environment[name];
  if (!value) return fail(`${setting}: the environment variable ${name} is not set.`);
  if (isHeaderText(value)) return { variable: name, value };
  return fail(
    `${setting}: ${name} holds a character that a header cannot carry: a space, a line break or a letter beyond ASCII.`,
  );
}

/** Whether a text consists of visible ASCII characters, as a key in a header does (RFC 9110, 5.5). */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}
