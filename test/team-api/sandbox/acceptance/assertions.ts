import assert from "node:assert/strict";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function record(value: unknown, label: string): Record<string, unknown> {
  assert.ok(isRecord(value), `${label}: ${show(value)} is not an object`);
  return value;
}

export function array(value: unknown, label: string): unknown[] {
  assert.ok(Array.isArray(value), `${label}: ${show(value)} is not an array`);
  return value;
}

export function string(value: unknown, label: string): string {
  assert.ok(typeof value === "string", `${label}: ${show(value)} is not a string`);
  return value;
}

export function stringOrNull(value: unknown, label: string): string | null {
  return value === null ? null : string(value, label);
}

export function boolean(value: unknown, label: string): boolean {
  assert.ok(typeof value === "boolean", `${label}: ${show(value)} is not a boolean`);
  return value;
}

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

export function same(actual: unknown, expected: unknown, label: string): void {
  assert.deepEqual(actual, expected, `${label}: ${show(actual)} where ${show(expected)} was expected`);
}

export function only<T>(items: T[], label: string): T {
  const [item] = items;
  assert.ok(item !== undefined && items.length === 1, `${label}: ${items.length} where exactly one was expected`);
  return item;
}

export function at<T>(items: T[], index: number): T {
  const item = items.at(index);
  assert.ok(item !== undefined, `nothing at ${index} of ${items.length} items`);
  return item;
}

export function uuid(value: string, label: string): void {
  assert.match(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, `${label}: ${show(value)} is not a UUID`);
}

export function isoUtc(value: string, label: string): void {
  assert.match(
    value,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    `${label}: ${show(value)} is not UTC with milliseconds`,
  );
  // The pattern accepts the 31st of February.
  const instant = Date.parse(value);
  assert.ok(Number.isFinite(instant), `${label}: ${show(value)} is not a date`);
  same(new Date(instant).toISOString(), value, label);
}

export function spacedUtc(value: string, label: string): void {
  assert.match(value, /^\S+ \S+\+00$/, `${label}: ${show(value)} is not of the form <date> <time>+00`);
  isoUtc(value.replace(" ", "T").replace(/\+00$/, "Z"), `${label} (${show(value)}, read as ISO 8601)`);
}
