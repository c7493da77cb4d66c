import { asText, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Probe } from "../service.js";

/** What the server of a board demands of a field, and its document does not say. */
export interface FieldRules {
  type: "string" | "integer" | "boolean";
  isRequired?: true;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  values?: readonly string[];
  format?: "email" | "date";
  /** No two resources have the same value. */
  isUnique?: true;
  /** The value is the id of a resource of this family. */
  refersTo?: string;
}

export type Rules = Readonly<Record<string, FieldRules>>;

export type Broken =
  | "required"
  | "type"
  | "minLength"
  | "maxLength"
  | "minimum"
  | "maximum"
  | "pattern"
  | "values"
  | "format"
  | "isUnique"
  | "refersTo";

/** A rule that a value breaks. */
export interface Violation {
  place: "body" | "query";
  field: string;
  broken: Broken;
  rules: FieldRules;
  value: Json | undefined;
}

/** What the rules need to know of the data. */
export interface Known {
  isTaken(field: string, value: Json): boolean;
  exists(family: string, id: Json): boolean;
}

const FORMATS = { email: /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/, date: /^\d{4}-\d\d-\d\d$/ };

/** Whose rules they are, and what is read. */
export interface ReadBody {
  place: Violation["place"];
  isChange: boolean;
  probe: Probe;
  family: string;
}

/** The rules that a body breaks, at most one for each field. A change need not have all fields. */
export function violationsOf(
  rules: Rules,
  body: JsonObject,
  known: Known,
  { place, isChange, probe, family }: ReadBody,
): Violation[] {
  return Object.entries(rules).flatMap(([field, of]) => {
    const value = body[field];
    const broken = brokenBy(of, value, field, known, isChange);
    if (value !== undefined && broken === undefined) probe.reach(`${family}: a valid ${field}`);
    if (broken !== undefined) probe.reach(`${family}: ${field} breaks ${broken}`);
    return broken === undefined ? [] : [{ place, field, broken, rules: of, value }];
  });
}

function brokenBy(
  rules: FieldRules,
  value: Json | undefined,
  field: string,
  known: Known,
  isChange: boolean,
): Broken | undefined {
  if (value === undefined) return rules.isRequired && !isChange ? "required" : undefined;
  const type = Number.isInteger(value) ? "integer" : typeof value;
  if (type !== rules.type) return "type";
  const form = typeof value === "number" ? brokenByNumber(rules, value) : brokenByText(rules, asText(value) ?? "");
  if (form !== undefined) return form;
  if (rules.refersTo !== undefined && !known.exists(rules.refersTo, value)) return "refersTo";
  return rules.isUnique && known.isTaken(field, value) ? "isUnique" : undefined;
}

function brokenByNumber({ minimum, maximum }: FieldRules, value: number): Broken | undefined {
  if (minimum !== undefined && value < minimum) return "minimum";
  return maximum !== undefined && value > maximum ? "maximum" : undefined;
}

function brokenByText({ minLength, maxLength, pattern, values, format }: FieldRules, text: string): Broken | undefined {
  if (minLength !== undefined && text.length < minLength) return "minLength";
  if (maxLength !== undefined && text.length > maxLength) return "maxLength";
  if (pattern !== undefined && !new RegExp(pattern).test(text)) return "pattern";
  if (values !== undefined && !values.includes(text)) return "values";
  return format !== undefined && !FORMATS[format].test(text) ? "format" : undefined;
}
