import type { Json } from "#openapi/document/document.js";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import type { Paging } from "#openapi/operations/operation.js";
import { valuesBeside } from "#statements/paging/paging.js";
import { movingParameters, textOf } from "../choosing/choose-example.js";
import { itemsIn } from "./mocked-list.js";

/**
 * The items of a list, page after page, as far as examples have them. The example of the second page has the cursor to which
 * the first page leads.
 *
 * @param first the example of the first page
 */
export function itemsOfExamples(examples: readonly ExamplePair[], paging: Paging, first: ExamplePair): Json[] {
  const items: Json[] = [];
  const pages: ExamplePair[] = [];
  for (let page: ExamplePair | undefined = first; page && !pages.includes(page); ) {
    pages.push(page);
    items.push(...(itemsIn(page.responseExample?.value, paging) ?? []));
    const wanted = nextValue(paging, page);
    page = examples.find((example) => wanted !== undefined && isPage(example, paging, wanted, first));
  }
  return items;
}

/** The value by which the page after the page of an example is requested. */
function nextValue(paging: Paging, { parameters, responseExample }: ExamplePair): Json | undefined {
  const { next } = paging;
  const body = responseExample?.value;
  const sent = parameters.find(({ parameter }) => parameter === next?.parameter)?.value;
  const page = { body, items: itemsIn(body, paging) ?? [], header: () => null, sent };
  const value = valuesBeside(paging, page, "forward")?.[next?.parameter?.name ?? ""];
  return value as Json | undefined;
}

/** Whether an example is the page of a cursor, in the same list as another example. */
function isPage(example: ExamplePair, paging: Paging, cursor: Json, other: ExamplePair): boolean {
  const moving = movingParameters(paging);
  const stated = example.parameters.find(({ parameter }) => parameter === paging.next?.parameter)?.value;
  const others = ({ parameters }: ExamplePair) =>
    parameters
      .filter(({ parameter }) => !moving.includes(parameter) && parameter !== paging.pageSize)
      .map(({ parameter, value }) => `${parameter.pointer} ${textOf(value)}`)
      .join("\n");
  return stated !== undefined && textOf(stated) === textOf(cursor) && others(example) === others(other);
}
