import { randomBytes } from "node:crypto";

/** No server can guess it, so it appears in a request only where the run put it. */
const UNGUESSABLE = randomBytes(8).toString("hex");

/** Stand for the secrets of one request in its shown form. They survive every encoding but Base64, which has its own. */
export class Placeholders {
  /** The placeholders, and the shell expression that each stands for. */
  readonly expressions: [placeholder: string, expression: string][] = [];

  /** A placeholder for an expression: `$KEY`. */
  for(expression: string): string {
    if (!expression.includes("$")) return expression;
    const placeholder = `secret${this.expressions.length}x${UNGUESSABLE}`;
    this.expressions.push([placeholder, expression]);
    this.expressions.push([btoa(placeholder), `$(printf %s "${expression}" | base64 | tr -d '\\n')`]);
    return placeholder;
  }
}
