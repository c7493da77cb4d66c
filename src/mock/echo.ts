import type { IHttpResponse } from "@stoplight/prism-http";
import { isObject } from "../openapi/document.js";
import type { Operation } from "../openapi/operation.js";
import { pointerNames, valueAt } from "../openapi/pointer.js";

/**
 * Puts what was asked for into a successful answer, at the place that `x-identifies` names: whoever asks for an id gets
 * an answer of that id. Where several places are possible, the first whose schema admits the value.
 *
 * @param fits whether an answer fits its schema
 */
export function echo(
  { parameters }: Operation,
  asked: Record<string, string>,
  answer: IHttpResponse,
  fits: (answer: IHttpResponse) => boolean,
): IHttpResponse {
  if (answer.statusCode >= 300) return answer;
  let echoed = answer;
  for (const { name, identifies } of parameters) {
    const value = asked[name];
    if (value === undefined || identifies.some((pointer) => valueAt(echoed.body, pointer) === value)) continue;
    const candidates = identifies.map((pointer) => ({ ...answer, body: withValue(echoed.body, pointer, value) }));
    echoed = candidates.find(fits) ?? echoed;
  }
  return echoed;
}

/** A copy of a body with another value at a pointer that leads somewhere. */
function withValue(body: unknown, pointer: string, value: string): unknown {
  const copy = structuredClone(body);
  const names = pointerNames(pointer);
  const last = names.pop();
  const parent = names.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), copy);
  if (isObject(parent) && last !== undefined && Object.hasOwn(parent, last)) parent[last] = value;
  return copy;
}
