/** Formats milliseconds since 1970 as grants and suppressions do (V3, S3): `2026-11-05T07:15:30.920Z`. */
export function utcTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Formats milliseconds since 1970 as imports do (I2): `2026-11-01 10:05:42.118+00`. */
export function importTimestamp(milliseconds: number): string {
  return utcTimestamp(milliseconds).replace("T", " ").replace("Z", "+00");
}

/** Parses either format; returns milliseconds since 1970. */
export function parseTimestamp(timestamp: string): number {
  return Date.parse(timestamp.replace(" ", "T").replace(/\+00$/, "Z"));
}
