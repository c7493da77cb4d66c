import type { OperationDescriptor } from "../operation.js";

/** The number of redirects that one request follows. */
const MOST = 10;

/**
 * Sends a request of a safe operation, and follows redirects within the origin. Another origin must get neither the key nor
 * other parts of the request. The platform would send custom headers to any origin, and make a GET of a POST. Middleware may have
 * changed the method.
 *
 * @param count how many redirects were followed
 * @returns the response of the last request; it may redirect to an address that is not followed
 */
export async function sendWithinOrigin(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
  operation: OperationDescriptor,
  count = 0,
): Promise<Response> {
  const response = await fetch(request);
  const address = redirection(operation.responses, response, request.url);
  if (
    !address?.startsWith(`${new URL(request.url).origin}/`) ||
    request.method !== operation.method ||
    request.bodyUsed ||
    count === MOST
  )
    return response;
  await response.body?.cancel();
  return sendWithinOrigin(new Request(address, request), fetch, operation, count + 1);
}

/**
 * The address that a response redirects to (RFC 9110, 15.4). Undefined if it does not redirect, and if the contract documents
 * the redirect, which is a result then.
 *
 * @param requested the URL of the request, which `Location` may be relative to
 */
export function redirection(
  responses: OperationDescriptor["responses"],
  { type, status, headers, url }: Response,
  requested = url,
): string | undefined {
  if (responses[status] ?? responses["3XX"]) return undefined;
  // A browser hides the headers of a redirect that it does not follow.
  if (type === "opaqueredirect") return "a hidden address";
  const location = /30[12378]/.test(`${status}`) ? headers.get("location") : null;
  if (location === null) return undefined;
  return resolved(location, requested);
}

/** An address that may be relative to another one; as it is if it cannot be. */
export function resolved(address: string, base?: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}
