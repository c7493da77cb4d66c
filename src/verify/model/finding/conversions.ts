import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";

/**
 * Whether a server may have made a value of an invalid one that it read. It may turn texts and numbers into each other, and
 * a fraction into a whole number. It may also turn one value into a list or back, and an empty value into another type.
 * Frameworks convert requests so before they validate them.
 */
export function isMadeOf(sent: Json, shown: Json): boolean {
  if (Array.isArray(shown)) return isListMadeOf(sent, shown);
  if (sent === null) return isZeroValue(shown);
  if (Array.isArray(sent) && sent.length === 1)
    return isSame(sent[0] ?? null, shown) || isMadeOf(sent[0] ?? null, shown);
  if (typeof shown === "string") return typeof sent !== "string" && isTextOf(sent, shown);
  if (typeof shown === "boolean") return typeof sent !== "boolean";
  if (typeof shown !== "number") return false;
  if (typeof sent === "number") return Math.abs(sent - shown) < 1 && Number.isInteger(shown) && !Number.isInteger(sent);
  return isReadAs(sent, shown);
}

/** Whether a text is that of another value. Decimals are written with their zeros: `1.50` of 1.5. */
function isTextOf(sent: Json, shown: string): boolean {
  const isDecimal = typeof sent === "number" && /^-?\d+\.\d+$/.test(shown) && Number(shown) === sent;
  return isDecimal || [String(sent), jsonText(sent), ""].includes(shown);
}

/** Whether a number is that of a text, of `true` or of `false`. It is 0 for other values. */
function isReadAs(sent: Json, shown: number): boolean {
  if (typeof sent === "boolean") return Number(sent) === shown;
  if (typeof sent !== "string") return shown === 0;
  const number = Number.parseFloat(sent);
  return Number.isNaN(number) ? shown === 0 : number === shown || Math.trunc(number) === shown;
}

/** A list of one value, or the different items of a list. */
function isListMadeOf(sent: Json, shown: readonly Json[]): boolean {
  if (!Array.isArray(sent)) {
    const [only] = shown;
    return (
      shown.length === 0 || (shown.length === 1 && only !== undefined && (isSame(sent, only) || isMadeOf(sent, only)))
    );
  }
  const isAmong = (item: Json, items: readonly Json[]) => items.some((other) => isSame(item, other));
  return (
    shown.length < sent.length &&
    shown.every((item) => isAmong(item, sent)) &&
    sent.every((item) => isAmong(item, shown))
  );
}

function isZeroValue(value: Json): boolean {
  if (typeof value === "object") return value === null || Object.keys(value).length === 0;
  return value === "" || value === 0 || value === false;
}

function isSame(left: Json, right: Json): boolean {
  return jsonText(left) === jsonText(right);
}
