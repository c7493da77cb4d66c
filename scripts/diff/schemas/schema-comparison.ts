import type { Direction } from "#openapi/direction/absent-properties.js";
import type { SchemaAt } from "#values/rules/parts.js";
import type { Difference } from "../difference.js";
import { AlternativePair } from "./alternative-pair.js";
import { annotationDifferences, annotationsOf } from "./annotations.js";
import { conditionDifferences } from "./conditions.js";
import { valueDifferences } from "./listed-values.js";
import { listDifferences } from "./lists.js";
import type { Naming } from "./naming.js";
import { type Alternative, NormalForms, type SchemaForm } from "./normal-form.js";
import { numberDifferences } from "./numbers.js";
import { objectDifferences } from "./objects.js";
import { type PairedAlternatives, pairedAlternatives } from "./paired-alternatives.js";
import type { CompareSchemas, Result } from "./result.js";
import { tagDifferences } from "./tags.js";
import { textDifferences } from "./texts.js";
import { typeDifferences } from "./types.js";

/**
 * Compares the schemas of two documents by what they allow, in one direction: a request may be allowed more than before,
 * a response less. Each pair of schemas is compared once. A pair that is being compared counts as equal where it contains
 * itself.
 */
export class SchemaComparison {
  readonly #naming: Naming;
  readonly #direction: Direction;
  readonly #base: NormalForms;
  readonly #revision: NormalForms;
  readonly #known = new Map<string, Result>();
  readonly #pairs = new Map<Alternative, Map<Alternative, Result>>();

  constructor(naming: Naming, direction: Direction) {
    this.#naming = naming;
    this.#direction = direction;
    this.#base = new NormalForms(naming.base);
    this.#revision = new NormalForms(naming.revision);
  }

  readonly compare = (base: readonly SchemaAt[], revision: readonly SchemaAt[], isText = false): Result => {
    const was = this.#base.of(base, isText);
    const is = this.#revision.of(revision, isText);
    const key = `${was.key}\n${is.key}`;
    const known = this.#known.get(key);
    if (known) return known;
    const result: Result = { differences: [], children: [], breaks: false };
    this.#known.set(key, result);
    return Object.assign(result, this.#compared(was, is));
  };

  #compared(was: SchemaForm, is: SchemaForm): Result {
    const [subjects, targets] = this.#direction === "request" ? [was, is] : [is, was];
    const pairs = pairedAlternatives(subjects.alternatives, targets.alternatives, (subject, target) =>
      this.#direction === "request" ? this.#pair(subject, target, was.isText) : this.#pair(target, subject, was.isText),
    );
    const branches = isChoice(was) && isChoice(is) ? this.#branches(was, is, pairs.pairs) : [];
    const own = [
      ...typeDifferences(was, is, this.#naming),
      ...pairs.unpaired(this.#naming, this.#direction),
      ...annotationDifferences(was, is, this.#naming),
      ...branches,
    ];
    return this.#joined(own, pairs.results);
  }

  /** The branches of two choices. A statement of all branches is compared once. */
  #branches(was: SchemaForm, is: SchemaForm, pairs: PairedAlternatives["pairs"]): Difference[] {
    return pairs.flatMap(([subject, target]) => {
      const [base, revision] = this.#direction === "request" ? [subject, target] : [target, subject];
      const own = ({ parts }: Alternative, { outer }: SchemaForm) => parts.filter((part) => !outer.includes(part));
      return annotationsOf(own(base, was), own(revision, is), this.#naming);
    });
  }

  #pair(base: Alternative, revision: Alternative, isText: boolean): Result {
    const known = this.#pairs.get(base)?.get(revision);
    if (known) return known;
    const pair = new AlternativePair(base, revision, this.#naming, this.#direction);
    const children: Result[] = [];
    const compare: CompareSchemas = (was, is) => {
      const child = this.compare(was, is, isText);
      children.push(child);
      return child;
    };
    const result = this.#joined(alternativeDifferences(pair, compare), children);
    const byRevision = this.#pairs.get(base) ?? new Map<Alternative, Result>();
    this.#pairs.set(base, byRevision.set(revision, result));
    return result;
  }

  #joined(differences: readonly Difference[], children: readonly Result[]): Result {
    const breaks =
      differences.some((difference) => difference.breaks[this.#direction]) || children.some((child) => child.breaks);
    return { differences, children, breaks };
  }
}

function isChoice({ alternatives }: SchemaForm): boolean {
  return alternatives.filter(({ type }) => type !== "null").length > 1;
}

/** The differences of two alternatives of one type, and in what they contain. */
function alternativeDifferences(pair: AlternativePair, compare: CompareSchemas): Difference[] {
  const { base, revision } = pair;
  const all = [...conditionDifferences(pair), ...tagDifferences(pair)];
  if (base.values || revision.values) return [...all, ...valueDifferences(pair)];
  switch (base.type) {
    case "number":
    case "integer":
      return [...all, ...numberDifferences(pair)];
    case "string":
      return [...all, ...textDifferences(pair)];
    case "array":
      return [...all, ...listDifferences(pair, compare)];
    case "object":
      return [...all, ...objectDifferences(pair, compare)];
    default:
      return all;
  }
}
