import { plainName } from "#statements/names.js";
import { layersOf } from "#statements/resources/envelope.js";
import { type Exchange, jsonOf } from "../model/request/exchange.js";

/**
 * The entity tag in a response. It is that of its header, or of a field of this name, in the body or in its envelope.
 * Undefined without one.
 */
export function tagIn(exchange: Exchange): string | undefined {
  const header = exchange.headers.get("etag");
  if (header) return header;
  const fields = layersOf(jsonOf(exchange)).flatMap(({ object }) => Object.entries(object));
  const [found] = fields.filter(([name]) => plainName(name) === "etag");
  return typeof found?.[1] === "string" && found[1] !== "" ? found[1] : undefined;
}
