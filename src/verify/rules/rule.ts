import type { Json } from "#openapi/document/document.js";
import type { Basis, CheckId } from "../model/finding/kinds.js";

/**
 * What must hold, and what a report says where it does not. A finding names its rule and has the data of its sentence, so that
 * programs never read the sentence.
 */
export interface Rule {
  /** The group of the rule. Settings that name a check mean all of its rules. */
  readonly check: CheckId;
  /** The usual evidence. A finding of stronger or weaker evidence says so itself. */
  readonly basis: Basis;
  /** What a server has to do. Begins with a noun, and has no full stop. */
  readonly requires: string;
  /** The standard that says so; left out where the document does, or names suggest it. */
  readonly standard?: string;
  /** The sentence about one test case: `{field}` stands for a value as text, `{value:json}` for a value as JSON. */
  readonly says: string;
  /** Whether the sentence names the operation at fault, so that the title of a cause need not add it (default: false). */
  readonly namesOperation?: true;
}

/** The names of the values in a template. */
type Names<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Plain}:json` ? Plain : Name) | Names<Rest>
  : never;

/** The names of the values that are shown as JSON. */
type JsonNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Plain}:json` ? Plain : never) | JsonNames<Rest>
  : never;

/** The values of a sentence. */
export type DataOf<Template extends string> = {
  [Name in Names<Template>]: Name extends JsonNames<Template> ? Json : string | number;
};

/** A sentence with its values. */
export function filled(template: string, data: Readonly<Record<string, Json>>): string {
  return template.replace(/\{(\w+)(:json)?\}/g, (whole, name: string, asJson: string | undefined) => {
    const value = data[name];
    if (value === undefined) return whole;
    return typeof value === "string" && asJson === undefined ? value : JSON.stringify(value);
  });
}
