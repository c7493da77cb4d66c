import assert from "node:assert/strict";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function record(value: unknown, what: string): Record<string, unknown> {
  assert.ok(isRecord(value), `${what}: ${show(value)} is not an object`);
  return value;
}

export function array(value: unknown, what: string): unknown[] {
  assert.ok(Array.isArray(value), `${what}: ${show(value)} is not an array`);
  return value;
}

export function string(value: unknown, what: string): string {
  assert.ok(typeof value === "string", `${what}: ${show(value)} is not a string`);
  return value;
}

export function stringOrNull(value: unknown, what: string): string | null {
  return value === null ? null : string(value, what);
}

export function boolean(value: unknown, what: string): boolean {
  assert.ok(typeof value === "boolean", `${what}: ${show(value)} is not a boolean`);
  return value;
}

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

export function same(actual: unknown, expected: unknown, what: string): void {
  assert.deepEqual(actual, expected, `${what}: ${show(actual)} where ${show(expected)} was expected`);
}

export function only<T>(items: T[], what: string): T {
  const [item] = items;
  assert.ok(item !== undefined && items.length === 1, `${what}: ${items.length} where exactly one was expected`);
  return item;
}

export function at<T>(items: T[], index: number): T {
  const item = items.at(index);
  assert.ok(item !== undefined, `nothing at ${index} of ${items.length} items`);
  return item;
}

export function uuid(value: string, what: string): void {
  assert.match(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, `${what}: ${show(value)} is not a UUID`);
}

export function isoUtc(value: string, what: string): void {
  assert.match(
    value,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    `${what}: ${show(value)} is not UTC with milliseconds`,
  );
  // The pattern alone would let a 31st of February pass.
  const instant = Date.parse(value);
  assert.ok(Number.isFinite(instant), `${what}: ${show(value)} is no date`);
  same(new Date(instant).toISOString(), value, what);
}

export function spacedUtc(value: string, what: string): void {
  assert.match(value, /^\S+ \S+\+00$/, `${what}: ${show(value)} is not of the form <date> <time>+00`);
  isoUtc(value.replace(" ", "T").replace(/\+00$/, "Z"), `${what} (${show(value)}, read as ISO 8601)`);
}
