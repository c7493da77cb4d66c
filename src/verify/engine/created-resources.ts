import { asObject, type Json } from "../../openapi/document.js";
import type { Operation } from "../../openapi/operation.js";
import type { ValueGenerator } from "../model/case-context.js";
import { type Exchange, isSuccess, jsonOf } from "../model/exchange.js";
import type { Provision } from "../model/provision.js";
import { bodyValue, type RequestSpec } from "../model/request-spec.js";
import type { Secrets } from "../model/target.js";
import { sanitize } from "../report/sanitize.js";

/** Resources that were not removed from the target, and why, each once in a run. */
export class Leftovers {
  readonly #secrets: Secrets;
  readonly #resources = new Set<string>();
  readonly texts: string[] = [];

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  has(resource: string): boolean {
    return this.#resources.has(resource);
  }

  /** @param why in parentheses, or empty */
  add(resource: string, why: string): void {
    this.#resources.add(resource);
    this.addText(resource + why);
  }

  /** Adds a problem of the final cleanup. */
  addText(text: string): void {
    this.texts.push(sanitize(text, this.#secrets));
  }
}

/** The resources that one test case created. */
export class CreatedResources {
  readonly #created: { operation: Operation; exchange: Exchange; isNew: boolean }[] = [];

  track(operation: Operation, exchange: Exchange, isNew: boolean): void {
    if (!this.#created.some((each) => each.exchange === exchange)) this.#created.push({ operation, exchange, isNew });
  }

  untrack(exchange: Exchange): void {
    const index = this.#created.findIndex((each) => each.exchange === exchange);
    if (index >= 0) this.#created.splice(index, 1);
  }

  /** Gives away the resources that another part of the run removes. */
  handOver(isTaken: (operation: Operation, exchange: Exchange, isNew: boolean) => boolean): void {
    const left = this.#created.filter(({ operation, exchange, isNew }) => !isTaken(operation, exchange, isNew));
    this.#created.splice(0, this.#created.length, ...left);
  }

  /**
   * Removes the resources by the provision module. Resources that cannot be removed become leftovers. A resource that may
   * have existed before, because an example was sent unchanged, is not removed.
   */
  async remove({ remove }: Provision, leftovers: Leftovers): Promise<void> {
    const removed = new Set<string>();
    for (const { operation, exchange, isNew } of this.#created.splice(0)) {
      const body = jsonOf(exchange);
      const id = asObject(body).id ?? exchange.headers.get("location") ?? undefined;
      const resource = `${operation.id}${id === undefined ? "" : ` ${String(id)}`}`;
      // A resource that was added twice exists once.
      if (id !== undefined && (removed.has(resource) || leftovers.has(resource))) continue;
      let why = isNew ? "" : " (it may have existed before)";
      const removal = isNew ? remove?.({ operation: operation.id, body }) : undefined;
      const isRemoved = await removal?.catch((error: Error) => {
        why = ` (${error.message})`;
        return false;
      });
      if (isRemoved) removed.add(resource);
      else leftovers.add(resource, why);
    }
  }
}

/** Whether a POST created a resource, by its response. A POST that only asks for data reports no resource. */
export function isCreation({ operation, method = operation.method }: RequestSpec, exchange: Exchange): boolean {
  if (method.toLowerCase() !== "post" || !isSuccess(exchange)) return false;
  return exchange.status === 201 || exchange.headers.has("location") || asObject(jsonOf(exchange)).id !== undefined;
}

/**
 * Whether a created resource certainly did not exist before: every text of the body was generated; or one was, and the
 * response says that the resource was created (201). An example may name a resource that somebody has.
 */
export function isCertainlyNew(generator: ValueGenerator, request: RequestSpec, { status }: Exchange): boolean {
  const texts = textsIn(bodyValue(request) ?? null);
  const generated = texts.filter((text) => generator.isGenerated(text));
  const isWholeGenerated = texts.length > 0 && generated.length === texts.length;
  return (isWholeGenerated && !request.operation.path.includes("{")) || (generated.length > 0 && status === 201);
}

/** Every text in a value. Names of fields do not count. */
function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
