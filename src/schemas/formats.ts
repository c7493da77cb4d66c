// Formats whose rules are more than a pattern, as ajv-formats decides them. A test compares both.

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `full-date` (RFC 3339, 5.6). */
export function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0));
}

/** `full-time` (RFC 3339, 5.6), in which the minutes of the offset may be missing. */
export function isTime(text: string): boolean {
  const time = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i.exec(text);
  if (!time) return false;
  const [, hour, minute, second, sign, offsetHours = 0, offsetMinutes = 0] = time;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return false;
  if (Number(hour) <= 23 && Number(minute) <= 59 && Number(second) < 60) return true;
  // A leap second: it is the last one of a day in UTC.
  const direction = sign === "-" ? -1 : 1;
  const utcMinute = Number(minute) - Number(offsetMinutes) * direction;
  const utcHour = Number(hour) - Number(offsetHours) * direction - (utcMinute < 0 ? 1 : 0);
  const isLast = (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1);
  return isLast && Number(second) < 61;
}

/** `date-time` (RFC 3339, 5.6). */
export function isDateTime(text: string): boolean {
  const [date = "", time = "", ...more] = text.split(/t|\s/i);
  return more.length === 0 && isDate(date) && isTime(time);
}

/** Base64, of which one line suffices. */
export function isByte(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/m.test(text);
}

/** `int32` of OpenAPI. */
export function isInt32(value: number): boolean {
  return Number.isInteger(value) && value === Math.min(Math.max(value, -(2 ** 31)), 2 ** 31 - 1);
}

const URI =
  // biome-ignore format: one expression
  /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;

/** `uri` (RFC 3986, appendix A). */
export function isUri(text: string): boolean {
  return /\/|:/.test(text) && URI.test(text);
}
