/** Seconds after which a client that was limited may try again. */
export const RETRY_AFTER = "1";

/** A request that is not served. Clients that wait and try again need `Retry-After` (RFC 6585, 4). */
export interface Rejection {
  status: 422 | 429 | 503;
  title: string;
  detail: string;
  headers: Record<string, string>;
}
