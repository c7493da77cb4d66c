/** A date of HTTP begins with a day and has a time (RFC 9110, 5.6.7). `Date.parse` alone takes `-5`, `5, 10` and `Mon, 5` for dates. */
const DATE = /^[A-Z]\w+,? .*:\d\d:/;

/**
 * Reads how long a client should wait before it sends a request again (`Retry-After`, RFC 9110, 10.2.3). The value is a
 * number of seconds, or a date.
 *
 * @returns milliseconds from now, 0 for a date in the past; undefined if the header is missing or unreadable
 */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const wait = /^\d+$/.test(value)
    ? Number(value) * 1000
    : // The oldest form ends with the year, and is in GMT as well.
      Date.parse(DATE.test(value) ? value.replace(/( GMT)?$/, " GMT") : "") - Date.now();
  return wait < 0 ? 0 : wait >= 0 ? wait : undefined;
}
