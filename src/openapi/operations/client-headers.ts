const FRAMING = /^(connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Whether a header frames the message, or belongs to the connection, so that the client sets it (RFC 9110, 7.6.1; RFC 9112, 6). */
export function isFramingHeader(name: string): boolean {
  return FRAMING.test(name);
}

/** Whether a header follows from the address of a request (`Host`, RFC 9110, 7.2), or every client sets it. */
export function isClientHeader(name: string): boolean {
  return /^(host|user-agent)$/i.test(name) || isFramingHeader(name);
}

/**
 * Whether clients negotiate by a header, which they send also where a caller does not set it. A server may disregard its value (RFC
 * 9110, 12.5.2 to 12.5.4), so no value is a violation.
 */
export function isNegotiationHeader(name: string): boolean {
  return /^accept-(charset|encoding|language)$/i.test(name);
}
