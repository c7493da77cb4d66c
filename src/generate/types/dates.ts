/** The type of a text of the format `date-time` in a client. */
export type DateType = "Date" | "Temporal";

/** The types of TypeScript for them. */
export const DATE_TYPES: Readonly<Record<DateType, string>> = { Date: "Date", Temporal: "Temporal.Instant" };

/** Whether the values of a schema are moments: texts of the format `date-time`, or null. */
export function isMoment(schema: object): boolean {
  const { type, format, ...rest }: { type?: unknown; format?: unknown; enum?: unknown; const?: unknown } = schema;
  if (format !== "date-time" || rest.enum !== undefined || rest.const !== undefined) return false;
  const types = [type].flat();
  return types.includes("string") && types.every((name) => name === "string" || name === "null");
}

/** Whether null is a value of such a schema. */
export function isNullableMoment(schema: object): boolean {
  const { type, nullable }: { type?: unknown; nullable?: unknown } = schema;
  return [type].flat().includes("null") || nullable === true;
}
