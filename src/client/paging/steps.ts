import { type Direction, valueIn } from "../../statements/paging/page-kind.js";
import type { AnyInput } from "../input.js";
import type { PagingDescriptor, StepDescriptor } from "../operation.js";

/**
 * The parameters that request the page beside a page, by their names; undefined if the page leads to none.
 *
 * @param body of the page
 * @param input of the call for it
 * @param headers of its response; undefined if they are not known
 */
export function parametersBeside(
  body: unknown,
  paging: PagingDescriptor,
  direction: Direction,
  input: AnyInput,
  headers: Headers | undefined,
): Record<string, unknown> | undefined {
  const step = paging[direction];
  const header = (name: string) => headers?.get(name) ?? null;
  return step?.by(step, { body, items: itemsOf(body, paging), header, sent: sentFor(step, input) }, direction);
}

/** The value of the parameter of a step in an input; undefined if it has none. */
export function sentFor({ in: place = ["query"], parameter = "" }: StepDescriptor, input: AnyInput): unknown {
  return valueIn(input, [...place, parameter]);
}

/** The input with other parameters, in the place where the steps of a list are sent. */
export function withParameters(
  input: AnyInput,
  { forward }: PagingDescriptor,
  parameters: Record<string, unknown>,
): AnyInput {
  return changedAt(input, forward.in ?? ["query"], parameters);
}

/** An object with other members, in the object at some names. */
function changedAt(object: unknown, [name, ...names]: readonly string[], members: object): object {
  const values: Record<string, unknown> = { ...Object(object) };
  return { ...values, ...(name ? { [name]: changedAt(values[name], names, members) } : members) };
}

/** Whether a page announces another one in the requested direction. Undefined if the contract has no field for it. */
export function announcesMore(page: unknown, { hasMore }: PagingDescriptor): boolean | undefined {
  return hasMore && valueIn(page, hasMore) === true;
}

/** The items of a page; none if they are missing. */
export function itemsOf(page: unknown, { items }: PagingDescriptor): unknown[] {
  const list = valueIn(page, items);
  return Array.isArray(list) ? list : [];
}

/** The direction in which an input pages: backward if it has the parameter for that alone. */
export function directionOf(input: AnyInput, { backward, forward }: PagingDescriptor): Direction {
  const isOther = backward !== undefined && backward.parameter !== forward.parameter;
  return isOther && sentFor(backward, input) !== undefined ? "backward" : "forward";
}
