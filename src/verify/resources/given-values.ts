import type { Operation } from "../../openapi/operation.js";
import type { Resources } from "../model/case-context.js";
import type { Disposable, Provision, Team } from "../model/provision.js";
import type { ValueSource } from "../model/request-spec.js";
import { settingPath } from "../model/setting-path.js";
import { EVERY_EXAMPLE, type Target } from "../model/target.js";
import { loadProvision } from "./provision-module.js";

/** The consumable values of a target: the lists of its target file, then its provision module. */
export class Disposables implements Resources {
  readonly #target: Pick<Target, "values" | "provision">;
  readonly #used = new Map<string, number>();
  #provision: Promise<Provision> | undefined;

  constructor(target: Pick<Target, "values" | "provision">) {
    this.#target = target;
  }

  async provision(): Promise<Provision> {
    const { provision } = this.#target;
    this.#provision ??= provision ? loadProvision(provision) : Promise.resolve({});
    return this.#provision;
  }

  async disposable(
    operation: Operation,
    parameter: string,
    team: Team = "own",
  ): Promise<(Disposable & { source: ValueSource }) | undefined> {
    const listed = team === "own" ? this.#nextListed(operation, parameter) : undefined;
    if (listed) return listed;
    const { disposable } = await this.provision();
    const provided = await disposable?.({ operation: operation.id, parameter, team });
    return provided && { ...provided, source: { kind: "provision" } };
  }

  #nextListed({ id }: Operation, parameter: string): (Disposable & { source: ValueSource }) | undefined {
    const values = Object.entries(this.#target.values[id]?.[parameter] ?? {}).flatMap(([key, list]) =>
      Array.isArray(list)
        ? list.map((value) => ({
            value,
            setting: settingPath("values", id, parameter, ...(key === EVERY_EXAMPLE ? [] : [key])),
          }))
        : [],
    );
    const used = this.#used.get(`${id} ${parameter}`) ?? 0;
    const next = values[used];
    if (!next) return undefined;
    this.#used.set(`${id} ${parameter}`, used + 1);
    const source = { kind: "target-file", setting: next.setting, consumable: true } as const;
    return { value: String(next.value), tokens: [], source };
  }
}
