import { createHash } from "node:crypto";
import { jsonText } from "#openapi/document/long-integer.js";
import { isStrongTag } from "#statements/resources/entity-tags.js";
import type { JournalEntry } from "../../journal/journal.js";
import type { FindingDraft } from "../../model/finding/finding.js";
import { isGone, isSuccess } from "../../model/request/exchange.js";
import { methodOf } from "../../model/request/request-spec.js";
import { broken } from "../../rules/sentence.js";

/**
 * A response, and the name of the client that asked for it (default: the credential). Others may see something else.
 */
type Tagged = Pick<JournalEntry, "request" | "exchange"> & { asker?(): string };

/** A strong entity tag belongs to one representation: any change of its bytes gives another tag (RFC 9110, 8.8.1). */
export function strongTags(): { note(entry: Tagged): FindingDraft[] } {
  /** The hashes of bodies by the media type and the tag, by the URL. */
  const bodies = new Map<string, Map<string, string>>();
  return {
    note({ request, exchange, asker = () => jsonText(request.credential ?? "own") }) {
      const { url } = exchange.request;
      // A resource that is created there later has tags of its own.
      if (methodOf(request) === "delete" || isGone(exchange)) bodies.delete(url);
      const tag = methodOf(request) === "get" && isSuccess(exchange) ? exchange.headers.get("etag") : null;
      if (tag === null || !isStrongTag(tag) || exchange.truncated) return [];
      const { headers } = exchange;
      const name = [headers.get("content-type"), headers.get("content-encoding"), tag, asker()].join(" ");
      const ofUrl = bodies.get(url) ?? new Map<string, string>();
      bodies.set(url, ofUrl);
      const body = createHash("sha1").update(exchange.body).digest("base64");
      const before = ofUrl.get(name) ?? body;
      ofUrl.set(name, body);
      if (before === body) return [];
      const { operation } = request;
      return [
        {
          ...broken("tag-of-two-representations", { operation: operation.id }),
          basis: "inferred",
          place: operation.pointer,
          about: { header: "etag" },
          expected: "another tag for another body",
          received: tag,
        },
      ];
    },
  };
}
