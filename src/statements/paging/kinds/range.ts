import { firstExample } from "../../../openapi/operations/example-pairs.js";
import type { Operation, Parameter } from "../../../openapi/operations/operation.js";
import type { Follow, PageKind } from "../page-kind.js";

/** A unit and the positions of the first and the last item (RFC 9110, 14.1.1 and 14.4). Nothing else of a range is read. */
const RANGE = /^\s*([!#$%&'*+.^`|~\w-]+)=(\d+)-(\d*)\s*$/;
const CONTENT_RANGE = /^\s*([!#$%&'*+.^`|~\w-]+) (\d+)-(\d+)\/(\d+|\*)\s*$/;

/** The part of the list that a value of `Range` requests; undefined for bytes, and for ranges in another form. */
function rangeOf(value: unknown): { unit: string; start: number; size: number } | undefined {
  const [, unit = "", first = "", last = ""] = RANGE.exec(String(value)) ?? [];
  if (unit === "" || unit === "bytes") return undefined;
  const size = last === "" ? Number.POSITIVE_INFINITY : Number(last) - Number(first) + 1;
  return size < 1 ? undefined : { unit, start: Number(first), size };
}

/** The range after the one that the response states, of the same size. A response without one has the whole list. */
export const byRange: Follow = ({ parameter = "" }, { header, items, sent }) => {
  const [, unit, first, last, total] = CONTENT_RANGE.exec(header("content-range") ?? "") ?? [];
  if (unit === undefined || items.length === 0) return undefined;
  const start = Number(last) + 1;
  if (start >= Number(total)) return undefined;
  const { size } = rangeOf(sent) ?? { size: start - Number(first) };
  return { [parameter]: `${unit}=${start}-${Number.isFinite(size) ? start + size - 1 : ""}` };
};

/** Pages are requested by the header `Range`, and name their part in `Content-Range` (RFC 9110, 14). A server may ignore the header. */
export const range: PageKind = {
  name: "range",
  from: "count",
  follow: { stated: byRange, inferred: byRange },
  runtime: { stated: "byRange", inferred: "byRange" },
  readsHeaders: true,
  find(_, operation) {
    const parameter = operation.parameters.find(isRange);
    return parameter && isPartial(operation) && unitOf(parameter) !== "bytes"
      ? { kind: "range", parameter }
      : undefined;
  },
  isOfPages: isRange,
  describe: ({ parameter }) => `\`${parameter?.name}\` has the positions of the first and the last item (RFC 9110, 14)`,
  sized: ({ parameter }, size) => `${unitOf(parameter)}=0-${size - 1}`,
  sizeOf(value, header) {
    const isIgnored = header?.("content-range") === null;
    return isIgnored ? undefined : rangeOf(value)?.size;
  },
  part: (_, value) => rangeOf(value),
  partResponse(value, { offset, count, total }) {
    const unit = rangeOf(value)?.unit ?? "items";
    return count === 0
      ? { statusCode: 416, headers: { "content-range": `${unit} */${total}` } }
      : { statusCode: 206, headers: { "content-range": `${unit} ${offset}-${offset + count - 1}/${total}` } };
  },
};

function isRange({ in: place, name }: Parameter): boolean {
  return place === "header" && name.toLowerCase() === "range";
}

/** Whether an operation documents that it sends a part (RFC 9110, 15.3.7). */
function isPartial({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "206" || status === "2XX");
}

/** The unit of the examples, or of the pattern. */
function unitOf(parameter: Parameter | undefined): string {
  const { example, pattern } = Object(parameter?.schema);
  const texts = [parameter && firstExample(parameter.examples), example, pattern].map(String);
  return texts.flatMap((text) => /(\w[\w-]*)=/.exec(text)?.[1] ?? []).at(0) ?? "items";
}
