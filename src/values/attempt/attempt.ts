import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { makeList } from "../kinds/lists.js";
import type { Maker, Presence } from "../kinds/maker.js";
import { makeNumber } from "../kinds/numbers.js";
import { makeObject } from "../kinds/objects.js";
import { makeText, WAYS_TO_WRITE } from "../kinds/texts.js";
import { flagsFor } from "../random/field-words.js";
import { between, type Randomness } from "../random/randomness.js";
import type { Choice } from "../rules/alternatives.js";
import { expand } from "../rules/expanded.js";
import type { Type } from "../rules/limits.js";
import { negationOf } from "../rules/negation.js";
import { keywordOf, type Part, type SchemaAt, TooManySteps, Unsatisfiable } from "../rules/parts.js";
import { ValuePlace } from "../rules/value-place.js";
import { isSimple, rulesOf, type SchemaList, type ValueRules } from "../rules/value-rules.js";
import { AttemptLimits } from "./attempt-limits.js";
import type { Decision, Preferences } from "./preferences.js";

/** How values are made. */
export interface Manner {
  presence: Presence;
  /** Whether examples and defaults are used for values other than those that `const` and `enum` name. */
  isDocumented: boolean;
  /** Whether lists and objects are composed of their parts, even if they have an example. */
  isComposed: boolean;
}

/** The document of the attempts at one value. */
export interface AttemptContext {
  document: OpenApiDocument;
  randomness: Randomness;
  /** Whether texts look like those that people write. */
  isLifelike: boolean;
  /** The parameter whose value is made; undefined for any other value. */
  parameter: { name: string; description: string } | undefined;
  /** A value of the document without the properties that are absent in requests, or in responses. */
  inDirection(value: Json, at: string): Json;
}

const PRESENCES: readonly Presence[] = ["all", "none", "random"];

const NOTHING_SETTLED: ReadonlySet<Choice> = new Set();

/** One attempt to make a value. It ends: nesting and steps are limited. */
export class Attempt implements Maker {
  readonly document: OpenApiDocument;
  readonly description: string;
  readonly isLifelike: boolean;
  readonly decisions: Decision[] = [];
  /** The schemas at each place whose value is an example or a default. Choices in them are not settled. */
  readonly exemplified = new Map<string, readonly Part[]>();
  readonly #manner: Manner;
  readonly #preferences: Preferences;
  readonly #context: AttemptContext;
  readonly #limits = new AttemptLimits();
  readonly #applied: [at: ValuePlace, parts: readonly Part[]][] = [];
  #isVaried: boolean;
  #isCertain = true;

  constructor(context: AttemptContext, manner: Manner, preferences: Preferences) {
    this.document = context.document;
    this.description = context.parameter?.description ?? "";
    this.isLifelike = context.isLifelike;
    this.#context = context;
    this.#manner = manner;
    this.#preferences = preferences;
    this.#isVaried = manner.presence === "random" || (context.isLifelike && !manner.isDocumented);
  }

  /** Whether the value is surely valid: each part of it was made by keywords that it satisfies then. */
  get isCertain(): boolean {
    return this.#isCertain;
  }

  /** The schemas that were applied at each place of the value. Most attempts are not asked for them. */
  get applied(): ReadonlyMap<string, readonly Part[]> {
    return new Map(this.#applied.map(([at, parts]) => [at.pointer, parts]));
  }

  random(): number {
    return this.#context.randomness.random();
  }

  unique(length?: number): string {
    return this.#context.randomness.unique(length);
  }

  uuid(): string {
    return this.#context.randomness.uuid();
  }

  fieldOf(at: ValuePlace): string {
    return at.field ?? this.#context.parameter?.name ?? "";
  }

  isLarge(at: ValuePlace): boolean {
    return this.#limits.isLarge(at);
  }

  presence(at: ValuePlace): Presence {
    const usual = this.#manner.presence;
    // Where an object was invalid, fewer properties may help.
    const [option = 0] = this.#preferences.order(at, "presence", 3);
    if (usual !== "none") this.decisions.push({ at, key: "presence", option });
    return option === 0 ? usual : (PRESENCES[(PRESENCES.indexOf(usual) + option) % PRESENCES.length] ?? usual);
  }

  vary<Value>(make: () => Value): Value {
    const before = this.#isVaried;
    this.#isVaried = true;
    try {
      return make();
    } finally {
      this.#isVaried = before;
    }
  }

  make(schemas: SchemaList, at: ValuePlace): Json {
    this.#limits.step(schemas.all[0]?.pointer ?? "#");
    const rules = schemas.rules(this.document);
    return this.#limits.within(rules.nesting, () =>
      this.#documentedOr(rules, 0, at, () => this.#chosen(rules, rules.parts.length, NOTHING_SETTLED, at)),
    );
  }

  tryEach<Option>(
    at: ValuePlace,
    key: string,
    options: readonly Option[],
    make: (option: Option) => Json,
    branchOf?: (option: Option) => number | undefined,
  ): Json {
    let first: Unsatisfiable | undefined;
    for (const option of this.#order(at, key, options.length)) {
      const mark = this.decisions.length;
      const chosen = options[option];
      if (chosen === undefined) continue;
      if (options.length > 1 || branchOf) this.decisions.push({ at, key, option, branch: branchOf?.(chosen) });
      try {
        return make(chosen);
      } catch (error) {
        if (!(error instanceof Unsatisfiable) || error instanceof TooManySteps) throw error;
        first ??= error;
        this.decisions.length = mark;
      }
    }
    throw first ?? new Unsatisfiable(key, "there is nothing to choose from");
  }

  #order(at: ValuePlace, key: string, count: number): readonly number[] {
    const order = this.#preferences.order(at, key, count);
    // The ways to write a text are random themselves, and those that people would not write come last.
    const isRanked = this.isLifelike && key === WAYS_TO_WRITE;
    if (!this.#isVaried || isRanked || count < 2) return order;
    const start = between(this, 0, count - 1);
    return [...order.slice(start), ...order.slice(0, start)];
  }

  /** An example or the default of the parts from an index on that fits all of them. Otherwise, a value that is made. */
  #documentedOr(rules: ValueRules, from: number, at: ValuePlace, make: () => Json): Json {
    const { isDocumented, isComposed } = this.#manner;
    if (!isDocumented || (this.#isVaried && rules.isIdentifying)) return make();
    const { examples, defaults } = rules.documented(from);
    // A page whose items all have the default shows nothing of a filter, or of a list of colors.
    const all = this.#isVaried && this.isLifelike ? examples : [...examples, ...defaults];
    const usable = isComposed ? all.filter(isSimple) : all;
    if (usable.length === 0) return make();
    const key = `documented ${rules.parts[from]?.pointer}`;
    const order = this.#preferences.order(at, key, usable.length + 1);
    // The made value is the last option: it comes first after all others have led to errors.
    const candidates = order.slice(0, Math.max(1, order.indexOf(usable.length)));
    const option = candidates[this.#isVaried ? between(this, 0, candidates.length - 1) : 0] ?? usable.length;
    this.decisions.push({ at, key, option });
    if (option === usable.length) return make();
    this.exemplified.set(at.pointer, rules.parts);
    const value = usable[option] ?? null;
    const isSettled = from > 0 || rules.choices(this.document).length === 0;
    this.#isCertain &&= isSettled && rules.certainty.isOfFitting && isSimple(value);
    return isSimple(value) ? value : copyOf(this.#context.inDirection(value, at.pointer));
  }

  /** Settles the choices of the parts one after the other, then makes the value. */
  #chosen(rules: ValueRules, known: number, settled: ReadonlySet<Choice>, at: ValuePlace): Json {
    const { parts } = rules;
    this.#limits.step(parts[0]?.pointer ?? "#");
    if (rules.types.length === 0) {
      const place = keywordOf(parts, "type").at(-1)?.place ?? "#";
      throw new Unsatisfiable(place, "the types exclude each other", at === ValuePlace.root && settled.size === 0);
    }
    const choice = rules.choices(this.document).find((candidate) => !settled.has(candidate));
    if (!choice) return this.#documentedOr(rules, known, at, () => this.#typed(rules, at));
    const usual = choice.alternatives(parts);
    const alternatives = choice.isPresence && this.presence(at) === "none" ? usual.toReversed() : usual;
    return this.tryEach(
      at,
      choice.place,
      alternatives,
      ({ schemas, tagged, branch }) => {
        this.#isCertain &&= choice.isCertain?.(branch) === true;
        const excludedBranches = branch === undefined ? [] : this.#preferences.excludedBranches(choice.place, branch);
        const excluded = excludedBranches.map((excludedBranch) => this.#negatedBranch(parts, choice, excludedBranch));
        return this.#first(tagged ? [tagged, schemas] : [schemas], (added) => {
          const all = excluded.length > 0 ? [...added, ...excluded] : added;
          const more = rulesOf(expand(this.document, all, parts));
          return this.#chosen(more, known, new Set([...settled, choice]), at);
        });
      },
      ({ branch }) => branch,
    );
  }

  /** The value of the first option that leads to one. @throws Unsatisfiable that of the last option */
  #first<Option>(options: readonly Option[], make: (option: Option) => Json): Json {
    const [option, ...rest] = options;
    if (option === undefined) throw new Unsatisfiable("#", "there is nothing to choose from");
    const mark = this.decisions.length;
    try {
      return make(option);
    } catch (error) {
      if (rest.length === 0 || !(error instanceof Unsatisfiable) || error instanceof TooManySteps) throw error;
      this.decisions.length = mark;
      return this.#first(rest, make);
    }
  }

  #negatedBranch(parts: readonly Part[], { place, alternatives }: Choice, branch: number): SchemaAt {
    const alternative = alternatives(parts).find((candidate) => candidate.branch === branch);
    const pointer = pointerTo(place, branch);
    const schemas = alternative?.schemas.slice(0, 1).map(({ schema }) => negationOf({ allOf: [schema ?? true] }));
    return { schema: schemas?.[0], pointer };
  }

  #typed(rules: ValueRules, at: ValuePlace): Json {
    this.#applied.push([at, rules.parts]);
    const { fixed } = rules;
    if (!fixed) {
      this.#isCertain &&= rules.certainty.isOfMade;
      return this.tryEach(at, "type", rules.likelyTypes, (type) => this.#ofType(type, rules, at));
    }
    const values = fixed.values.filter((value) => rules.fits(value));
    this.#isCertain &&= rules.certainty.isOfFitting && values.every(isSimple);
    if (values.length === 0) throw new Unsatisfiable(fixed.place, "the other keywords admit none of these values");
    return this.tryEach(at, fixed.place, values, copyOf);
  }

  #ofType(type: Type, rules: ValueRules, at: ValuePlace): Json {
    switch (type) {
      case "object":
        return makeObject(rules, at, this);
      case "array":
        return makeList(rules, at, this);
      case "string":
        return makeText(rules, at, this);
      case "number":
      case "integer":
        return makeNumber(rules, type === "integer", this.fieldOf(at), this);
      case "boolean":
        return this.tryEach(
          at,
          "boolean",
          flagsFor(this.fieldOf(at)).filter((flag) => rules.fits(flag)),
          (flag) => flag,
        );
      case "null":
        return null;
    }
  }
}

/** A value of the document, which its receiver may change. */
function copyOf(value: Json): Json {
  return isSimple(value) ? value : structuredClone(value);
}
