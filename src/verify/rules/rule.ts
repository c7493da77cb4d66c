import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { RuleData } from "../model/finding/breach.js";
import type { Basis, CheckId } from "../model/finding/kinds.js";

/**
 * A behavior that must hold, and the sentence of a report where it does not. A finding names its rule and has the data of its sentence, so that
 * programs never read the sentence. In a template, `{field}` stands for a value as text, and `{value:json}` for a value as JSON.
 */
export interface Rule {
  /** The group of the rule. Settings that name a check mean all of its rules. */
  readonly check: CheckId;
  /** The usual evidence. A finding of stronger or weaker evidence says so itself. */
  readonly basis: Basis;
  /** The behavior of a right server, without a full stop. */
  readonly requires: string;
  /** The standard that says so; left out where the document does, or names suggest it. */
  readonly standard?: string;
  /** The template of the sentence about one test case. */
  readonly says: string;
  /** The template of the title of a cause. Default: the sentence about its simplest test case. */
  readonly title?: string;
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

/** How a sentence shows a value that its template wants as text, or as JSON. */
type Show = (value: Json, asJson: boolean, name: string) => string;

/** A sentence with its values. */
export function filled(template: string, data: RuleData, show: Show = asWritten): string {
  return template.replace(/\{(\w+)(:json)?\}/g, (whole, name: string, json: string | undefined) => {
    const value = data[name];
    return value === undefined ? whole : show(value, json !== undefined, name);
  });
}

/** The text of a value. */
export function asWritten(value: Json, asJson: boolean): string {
  return typeof value === "string" && !asJson ? value : jsonText(value);
}

/** Operations that a sentence may begin with. */
const SUBJECTS = ["{operation}", "{create}", "{list}"];

/** Whether the sentence begins with the operation at fault, so that a title need not name it. */
export function namesOperation({ says }: Rule): boolean {
  return SUBJECTS.some((subject) => says.startsWith(subject));
}
