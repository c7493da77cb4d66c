import type { AjvError } from "./compiled-schemas.js";

/** The errors of a value that help a reader. */
export interface SelectedErrors<Found> {
  kept: readonly Found[];
  /** Choices without an intended branch: they count where nothing else is wrong. */
  unexplained: readonly Found[];
}

/** An error, and the number of members that have it. */
export interface CountedError<Found> {
  error: Found;
  count: number;
}

/** Whether a value that violates a format is not counted with others that violate it. */
export type IsApart = (value: unknown) => boolean;

/**
 * How many different sets of errors the members of a list or an object may have. A server chooses the names in a map.
 */
const MAX_FORMS = 1000;

/**
 * The errors of the members of lists and objects. Members with errors at the same places and keywords have one form. Its
 * errors are selected and worded once, because a list may have a million wrong items.
 */
export class MemberErrors<Found> {
  readonly #isApart: IsApart;
  readonly #forms = new Map<string, { selected: SelectedErrors<Found>; count: number }>();
  readonly #schemas = new Map<unknown, number>();
  #isComplete = true;

  constructor(isApart: IsApart) {
    this.#isApart = isApart;
  }

  /** False if there may be more errors. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get hasAny(): boolean {
    return this.#forms.size > 0;
  }

  /** Notes that no further member is validated. */
  end(): void {
    this.#isComplete = false;
  }

  /**
   * Adds the errors of a member.
   *
   * @param isComplete whether they are all errors of the member
   * @param select called for the first member of each form
   */
  add(errors: readonly AjvError[], isComplete: boolean, select: () => SelectedErrors<Found>): void {
    let name = "";
    for (const error of errors) name += `${this.#formOf(error)}\n`;
    const form = this.#forms.get(name) ?? { selected: select(), count: 0 };
    form.count += 1;
    this.#forms.set(name, form);
    if (!isComplete || this.#forms.size > MAX_FORMS) this.#isComplete = false;
  }

  /** Adds errors that were selected and counted already, for example those of the members of a member. */
  addCounted(errors: readonly CountedError<Found>[], isComplete: boolean): void {
    for (const { error, count } of errors) {
      this.#forms.set(`${this.#forms.size}`, { selected: { kept: [error], unexplained: [] }, count });
    }
    if (!isComplete || this.#forms.size > MAX_FORMS) this.#isComplete = false;
  }

  /** The selected errors of one kind, in the order of the members that first have them. */
  counted(kind: keyof SelectedErrors<Found>): CountedError<Found>[] {
    return [...this.#forms.values()].flatMap(({ selected, count }) =>
      selected[kind].map((error) => ({ error, count })),
    );
  }

  #formOf({ keyword, instancePath, parentSchema, data }: AjvError): string {
    let schema = this.#schemas.get(parentSchema);
    if (schema === undefined) {
      schema = this.#schemas.size;
      this.#schemas.set(parentSchema, schema);
    }
    return `${schema} ${keyword} ${keyword === "format" && this.#isApart(data)} ${instancePath}`;
  }
}
