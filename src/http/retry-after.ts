/**
 * Reads how long a client should wait before it sends a request again (`Retry-After`, RFC 9110, 10.2.3): a number of
 * seconds, or a date.
 *
 * @returns milliseconds from now, 0 for a date in the past; undefined if the header is missing or unreadable
 */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
