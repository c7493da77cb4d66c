import type { Json } from "#openapi/document/document.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import type { ValueSource } from "#verify/model/request/request-spec.js";
import type { Disposable, Provision, Team } from "#verify/model/target/provision.js";
import type { Target } from "#verify/model/target/target.js";
import { settingPath, valueSetting } from "#verify/model/test-case/need.js";

/** The values that the target file and the provision module give for the run to change and consume. */
export class GivenValues {
  readonly #values: Target["values"];
  readonly #load: () => Promise<Provision>;
  readonly #used = new Map<string, number>();
  /** The values of the provision module, by operation and parameter. */
  readonly #provided = new Map<string, Set<string>>();
  #provision: Promise<Provision> | undefined;
  #loaded: Provision | undefined;

  /** @param load loads the provision module, once */
  constructor(values: Target["values"], load: () => Promise<Provision>) {
    this.#values = values;
    this.#load = load;
  }

  provision(): Promise<Provision> {
    this.#provision ??= this.#load().then((module) => {
      this.#loaded = module;
      return module;
    });
    return this.#provision;
  }

  /** The provision module; undefined before it is loaded. */
  get loaded(): Provision | undefined {
    return this.#loaded;
  }

  /** Whether the target file or the provision module gives a value for a parameter of an operation. */
  isGiven({ id }: Operation, { name }: Parameter, value: Json): boolean {
    const listed = Object.values(this.#values[id]?.[name] ?? {}).flat();
    const provided = this.#provided.get(keyOf(id, name));
    return listed.some((given) => isSameId(given, value)) || provided?.has(String(value)) === true;
  }

  /** The next consumable value: of the target file's list, then of the provision module; undefined if there is none. */
  async disposable(
    operation: Operation,
    parameter: string,
    team: Team,
  ): Promise<(Disposable & { source: ValueSource }) | undefined> {
    const listed = team === "own" ? this.#nextListed(operation, parameter) : undefined;
    if (listed) return listed;
    const { disposable } = await this.provision();
    const provided = await disposable?.({ operation: operation.id, parameter, team });
    if (!provided) return undefined;
    this.#remember(operation, parameter, provided.value);
    return { ...provided, source: { kind: "provision" } };
  }

  /** A value of the provision module in place of an example's; undefined if it gives none. */
  async valueFor(operation: Operation, parameter: string, example: string): Promise<string | undefined> {
    const { valueFor } = await this.provision();
    const value = await valueFor?.({ operation: operation.id, parameter, example });
    if (value !== undefined) this.#remember(operation, parameter, value);
    return value;
  }

  #remember({ id }: Operation, parameter: string, value: string): void {
    const key = keyOf(id, parameter);
    this.#provided.set(key, new Set([...(this.#provided.get(key) ?? []), value]));
  }

  #nextListed({ id }: Operation, parameter: string): (Disposable & { source: ValueSource }) | undefined {
    const values = Object.entries(this.#values[id]?.[parameter] ?? {}).flatMap(([key, list]) =>
      Array.isArray(list)
        ? list.map((value) => ({
            value,
            setting: settingPath(...valueSetting(id, parameter, key)),
          }))
        : [],
    );
    const used = this.#used.get(keyOf(id, parameter)) ?? 0;
    const next = values[used];
    if (!next) return undefined;
    this.#used.set(keyOf(id, parameter), used + 1);
    const source = { kind: "target-file", setting: next.setting, consumable: true } as const;
    return { value: String(next.value), tokens: [], source };
  }
}

function keyOf(operation: string, parameter: string): string {
  return `${operation} ${parameter}`;
}
