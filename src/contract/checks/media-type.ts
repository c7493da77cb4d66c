import { covers } from "../../http/media-type.js";
import { pointerTo } from "../../openapi/pointer.js";
import { responseFor } from "../../openapi/status.js";
import { type Check, promiseIds } from "./check.js";

const JSON_TYPE = "application/json";

/** The media type is one that the document lists for the status. Where it describes no body, anything may come. */
export const mediaType: Check = {
  id: "media-type",
  run(context) {
    const { asked, exchange } = context;
    const response = responseFor(asked.operation, exchange.status);
    if (!response || response.content.length === 0) return [];
    const received = exchange.headers.get("content-type");
    if (received !== null && response.content.some(({ name }) => covers(name, received))) return [];
    // A suffix says that it is JSON as well (RFC 6839, 3.1).
    if (
      received !== null &&
      /\+json *(;|$)/i.test(received) &&
      response.content.some(({ name }) => covers(name, JSON_TYPE))
    )
      return [];
    const location = pointerTo(response.pointer, "content");
    const expected = response.content.map(({ name }) => name).join(" or ");
    return [
      {
        check: this.id,
        message: received === null ? "there is no Content-Type" : `the Content-Type is ${received}`,
        promises: promiseIds(context, location),
        location,
        expected,
        received: received ?? "no Content-Type",
      },
    ];
  },
};
