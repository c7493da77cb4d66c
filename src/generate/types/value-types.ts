/** The types of values that JSON has as texts and numbers, in a client. */
export interface ValueTypes {
  /** The type of texts of the format `date-time` (default: string). */
  dates?: DateType | undefined;
  /** The type of numbers of 64 bits, those of the format `int64` (default: number, which rounds them beyond 2 ** 53). */
  int64?: LongType | undefined;
}

/** The type of a text of the format `date-time` in a client. */
export type DateType = "Date" | "Temporal";

/** The type of a number of 64 bits in a client. */
export type LongType = "bigint" | "number" | "string";

/** The types of TypeScript for moments. */
export const DATE_TYPES: Readonly<Record<DateType, string>> = { Date: "Date", Temporal: "Temporal.Instant" };

/** Whether responses have to be read by their schemas, because values become others. */
export function areConverted({ dates, int64 }: ValueTypes): boolean {
  return dates !== undefined || hasDigits({ int64 });
}

/** Whether numbers of 64 bits keep all their digits. */
export function hasDigits({ int64 }: ValueTypes): boolean {
  return int64 === "bigint" || int64 === "string";
}

/** Whether the values of a schema are moments: texts of the format `date-time`, or null. */
export function isMoment(schema: object): boolean {
  return isOf(schema, "string", "date-time");
}

/** Whether the values of a schema are numbers of 64 bits, or null. */
export function isLong(schema: object): boolean {
  return isOf(schema, "integer", "int64");
}

/** Whether null is a value of such a schema. */
export function isNullable(schema: object): boolean {
  const { type, nullable }: { type?: unknown; nullable?: unknown } = schema;
  return [type].flat().includes("null") || nullable === true;
}

/** Whether a schema has a type and a format, and lists no values. */
function isOf(schema: object, name: string, wanted: string): boolean {
  const { type, format, ...rest }: { type?: unknown; format?: unknown; enum?: unknown; const?: unknown } = schema;
  if (format !== wanted || rest.enum !== undefined || rest.const !== undefined) return false;
  const types = [type].flat();
  return types.includes(name) && types.every((known) => known === name || known === "null");
}
