import type { Rule } from "./rule.js";

// Numbers of 64 bits (format `int64`). `parseWithDigits` reads those that JavaScript would round as `bigint`, and others as numbers.

const DIGITS = /^-?\d+$/;

function isWhole(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}

/** A number of 64 bits as a `bigint`. */
export const toBigInt: Rule = (value) => (isWhole(value) ? BigInt(value) : value);

/** A number of 64 bits as a text. A text of digits is left, because ProtoJSON writes such numbers as texts. */
export const toDigits: Rule = (value, path, issues) => {
  if (isWhole(value)) return String(BigInt(value));
  if (typeof value !== "string" || !DIGITS.test(value)) issues.push({ message: "must be integer", path });
  return value;
};

/** A text of digits as the number that is sent. */
export const fromDigits: Rule = (value, path, issues) => {
  if (typeof value === "string" && DIGITS.test(value)) return BigInt(value);
  if (!isWhole(value)) issues.push({ message: "must be the digits of an integer", path });
  return value;
};

/** Any other number, rounded as JavaScript does. */
export const toNumber: Rule = (value) => (typeof value === "bigint" ? Number(value) : value);
