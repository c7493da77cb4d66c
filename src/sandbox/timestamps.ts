/** A moment as grants and suppressions write it (V3, S3): `2026-11-05T07:15:30.920Z`. */
export function utcTimestamp(moment: number): string {
  return new Date(moment).toISOString();
}

/** A moment as imports write it (I2): `2026-11-01 10:05:42.118+00`. */
export function importTimestamp(moment: number): string {
  return utcTimestamp(moment).replace("T", " ").replace("Z", "+00");
}

/** Reads either form back into milliseconds since 1970. */
export function momentOf(timestamp: string): number {
  return Date.parse(timestamp.replace(" ", "T").replace(/\+00$/, "Z"));
}
