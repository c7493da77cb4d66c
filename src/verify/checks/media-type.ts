import { includesType } from "#http/media-type.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { responseFor } from "#openapi/operations/status.js";
import { broken } from "#verify/rules/sentence.js";
import { isRedirect } from "../model/request/exchange.js";
import type { Check } from "./check.js";

/** The media type is documented for the status. A response without `content`, and a redirection, may have any. */
export const mediaType: Check = {
  id: "media-type",
  run({ spec, exchange }) {
    if (isRedirect(exchange)) return [];
    const response = responseFor(spec.operation, exchange.status);
    if (!response || response.content.length === 0) return [];
    const received = exchange.headers.get("content-type");
    // A media type without a schema describes an empty body, too.
    if (received === null && exchange.body === "" && response.content.some(({ schema }) => schema === undefined))
      return [];
    const isDocumented = (type: string) => response.content.some(({ name }) => includesType(name, type));
    if (received !== null && isDocumented(received)) return [];
    // The suffix `+json` says that the body is JSON as well (RFC 6839, 3.1).
    if (received !== null && /\+json *(;|$)/i.test(received) && isDocumented("application/json")) return [];
    return [
      {
        ...(received === null
          ? broken("content-type-missing", {})
          : broken("content-type-undocumented", { type: received })),
        place: pointerTo(response.pointer, "content"),
        expected: response.content.map(({ name }) => name).join(" or "),
        received: received ?? "no Content-Type",
        about: {
          mediaType: (received ?? "").split(";")[0]?.trim() ?? "",
          documented: response.content.map(({ name }) => name).join(" or "),
        },
      },
    ];
  },
};
