import { isSafe } from "#openapi/operations/methods.js";
import type { OperationDescriptor } from "../operation.js";

/** The number of redirects that one request follows. */
const MOST = 10;

/**
 * Sends a request, and follows redirects of safe methods within the origin. Another origin must get neither the key nor
 * other parts of the request. The platform would send custom headers to any origin, and make a GET of a POST.
 *
 * @returns the response of the last request; it may redirect to an address that is not followed
 */
export async function sendWithinOrigin(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
  operation: OperationDescriptor,
): Promise<Response> {
  let sent = request;
  for (let count = 0; ; count += 1) {
    const response = await fetch(sent);
    const address = redirection(response, sent.url);
    const isWithin = address?.startsWith(`${new URL(sent.url).origin}/`);
    if (!isWithin || documentsRedirect(operation, response) || !isSafe(sent) || sent.bodyUsed || count === MOST)
      return response;
    await response.body?.cancel();
    sent = new Request(address ?? "", sent);
  }
}

/** Whether the contract documents a redirect, which is a result then, and is not followed. */
export function documentsRedirect({ responses }: OperationDescriptor, { status }: Response): boolean {
  return responses[status] !== undefined || responses["3XX"] !== undefined;
}

/**
 * The address that a response redirects to (RFC 9110, 15.4); undefined if it does not redirect.
 *
 * @param requested the URL of the request, which `Location` may be relative to
 */
export function redirection({ type, status, headers, url }: Response, requested = url): string | undefined {
  // A browser hides the headers of a redirect that it does not follow.
  if (type === "opaqueredirect") return "a hidden address";
  const location = headers.get("location");
  if (location === null || !/^30[12378]$/.test(`${status}`)) return undefined;
  try {
    return new URL(location, requested).href;
  } catch {
    return location;
  }
}
