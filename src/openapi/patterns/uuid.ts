/** True for a UUID of any version and in any case, without `urn:uuid:` (RFC 9562, 4). */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
