/** Whether a number is a multiple of another one, by the digits with which JSON writes them. */
export function isMultipleOf(value: number | bigint, unit: number): boolean {
  if (!Number.isFinite(Number(value)) || !Number.isFinite(unit) || unit === 0) return false;
  if (typeof value === "number" && Number.isSafeInteger(value) && Number.isSafeInteger(unit)) return value % unit === 0;
  const [own, other] = [decimalOf(value), decimalOf(unit)];
  const exponent = Math.min(own.exponent, other.exponent);
  const whole = ({ digits, exponent: at }: Decimal) => digits * 10n ** BigInt(at - exponent);
  return whole(own) % whole(other) === 0n;
}

/** `digits` times ten to the power of `exponent`. */
interface Decimal {
  digits: bigint;
  exponent: number;
}

/** A number by the shortest text that stands for it (ECMA-262, 6.1.6.1.20). */
function decimalOf(value: number | bigint): Decimal {
  const [mantissa = "", power = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
