import type { JsonObject } from "#openapi/document/document.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { isOf } from "#statements/resources/identifying-values.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { type ResourceReader, readListOf } from "../lists/read-list.js";
import { readSettled } from "../read-settled.js";
import type { Created } from "./created.js";

/** A resource as the target shows it. */
export interface Shown {
  /** The response to `GET`, or the last page of the list that was read. */
  exchange: Exchange;
  /** Undefined if the target does not have it. */
  resource: JsonObject | undefined;
}

/** Whether the target has a resource. */
export function hasShown({ resource }: Shown): boolean {
  return resource !== undefined;
}

/**
 * Reads a created resource by its `GET`, or from its list where the document has no `GET`. It reads again, until the target
 * shows what is wanted, or its time to settle is over.
 *
 * @param isWanted by default, anything is
 * @param isChecked whether the response to `GET` is checked
 * @returns undefined if the document has no operation that shows it, or its list was not read to its end
 */
export async function readCreated(
  context: ResourceReader,
  created: Created,
  isWanted: (shown: Shown) => boolean = () => true,
  { isChecked = true } = {},
): Promise<Shown | undefined> {
  const { retrieve } = created.resource;
  if (!retrieve) return readListed(context, created, isWanted);
  const read = resourceRequest(context, retrieve, created.path);
  if (!read) return undefined;
  const request = { ...read, writtenWith: created.create.security };
  const shownBy = (exchange: Exchange) => {
    return { exchange, resource: isSuccess(exchange) ? resourceIn(jsonOf(exchange), created) : undefined };
  };
  const expected = isChecked ? anyResponse(retrieve, `${created.create.id} created it`) : undefined;
  return shownBy(await readSettled(context, request, (exchange) => isWanted(shownBy(exchange)), expected));
}

async function readListed(
  context: ResourceReader,
  created: Created,
  isWanted: (shown: Shown) => boolean,
): Promise<Shown | undefined> {
  const isOwn = (item: JsonObject) => isOf(item, created);
  const shownBy = ({ exchange, items }: { exchange: Exchange; items: readonly JsonObject[] }) => {
    return { exchange, resource: items.find(isOwn) };
  };
  const listing = await readListOf(context, created, {
    isEnough: (page) => page.items.some(isOwn),
    isWanted: (read) => isWanted(shownBy(read)) || !(read.isComplete || hasShown(shownBy(read))),
  });
  const shown = listing && shownBy(listing);
  return shown && (hasShown(shown) || listing.isComplete) ? shown : undefined;
}
