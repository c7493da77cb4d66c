/** Methods that change nothing on the server (RFC 9110, 9.2.1), with QUERY of OpenAPI 3.2 (4.9). */
const SAFE = /^(get|head|options|trace|query)$/i;

/** Whether an operation only reads (RFC 9110, 9.2.1). */
export function isSafe({ method }: { method: string }): boolean {
  return SAFE.test(method);
}

/**
 * Whether a request of a method may have content. For GET and HEAD it has no meaning (RFC 9110, 9.3.1 and 9.3.2), TRACE
 * must not have it (9.3.8), and `fetch` refuses to send it.
 */
export function hasContent({ method }: { method: string }): boolean {
  return !["get", "head", "trace"].includes(method.toLowerCase());
}

/**
 * Whether the team may give a body for an operation. The document describes one, or forgets that of a method whose requests
 * carry one (RFC 9110, 9.3.3 and 9.3.4; RFC 5789, 2).
 */
export function mayBeGivenBody({ method, requestBody }: { method: string; requestBody?: object | undefined }): boolean {
  return requestBody !== undefined || ["post", "put", "patch"].includes(method.toLowerCase());
}

/** Whether a response to a method, with a documented status key, may have content (RFC 9110, 6.4.1). */
export function mayHaveContent(method: string, status: string): boolean {
  return method.toLowerCase() !== "head" && !/^(1..|204|205|304)$/.test(status);
}

/** Whether a documented status key belongs to success: `200` or `2XX`. */
export function isSuccessKey({ status }: { status: string }): boolean {
  return status.startsWith("2");
}

/** Whether a documented status key belongs to a redirection: `302` or `3XX`. */
export function isRedirectKey({ status }: { status: string }): boolean {
  return status.startsWith("3");
}

/** Whether a documented status key says that the request was accepted. A redirection leads to the result (RFC 9110, 15.4). */
export function isAcceptedKey(response: { status: string }): boolean {
  return isSuccessKey(response) || isRedirectKey(response);
}

/** Whether a documented status key belongs to an error: `404`, `4XX` or `500`. */
export function isErrorKey({ status }: { status: string }): boolean {
  return /^[45]/.test(status);
}
