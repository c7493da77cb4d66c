/** How the sandbox behaves where the API's reference leaves a point open. */
export interface UnspecifiedBehavior {
  /** The id of the open point in the contract (`x-open-points`). */
  openPoint: "U1" | "U2" | "U3" | "U4" | "U5" | "U6" | "U9" | "U11";
  behavior: string;
}

/** A behavior that consists in a status code. */
interface UnspecifiedStatus extends UnspecifiedBehavior {
  status: number;
}

/**
 * The sandbox's behavior at every open point of the reference. Only the sandbox may rely on this table, because the API
 * may behave differently.
 */
export const UNSPECIFIED_BEHAVIOR = {
  added: { openPoint: "U1", status: 201, behavior: "A new address returns 201 (RFC 9110, section 15.3.2)." },
  success: { openPoint: "U1", status: 200, behavior: "Every other success returns 200." },
  problems: { openPoint: "U2", behavior: "Errors are application/problem+json (RFC 9457) with the id of the request." },
  malformed: { openPoint: "U3", status: 400, behavior: "Malformed JSON, UTF-8 or percent-encoding returns 400." },
  unauthenticated: {
    openPoint: "U3",
    status: 401,
    behavior: "A request without the key of a team returns 401 with WWW-Authenticate (RFC 6750, section 3).",
  },
  outsideBeta: { openPoint: "U3", status: 403, behavior: "A key of a team outside the beta returns 403." },
  notFound: {
    openPoint: "U3",
    status: 404,
    behavior: "An unknown path, and a resource that does not exist or belongs to another team, return 404.",
  },
  otherMethod: {
    openPoint: "U3",
    status: 405,
    behavior: "An unsupported method returns 405 with Allow.",
  },
  otherMediaType: { openPoint: "U3", status: 415, behavior: "A body whose media type is not JSON returns 415." },
  invalid: {
    openPoint: "U3",
    status: 422,
    behavior: "A value that violates the contract returns 422. So do both cursors in one request.",
  },
  unknownCursor: {
    openPoint: "U3",
    status: 422,
    behavior: "A cursor that the team does not have returns 422.",
  },
  fraction: { openPoint: "U3", behavior: "A `limit` with a fraction is rounded down." },
  unstorable: {
    openPoint: "U3",
    status: 422,
    behavior: "A text with U+0000 or an unpaired surrogate, which no database stores, returns 422, and 404 in a path.",
  },
  unknownFields: { openPoint: "U3", behavior: "Fields and query parameters outside the contract are ignored." },
  incompleteImport: { openPoint: "U5", behavior: "`completed_at` of an import that is not completed is null." },
  order: { openPoint: "U6", behavior: "The list begins with the newest suppression, also within one millisecond." },
  hasMoreBackward: {
    openPoint: "U6",
    behavior: "With `before`, a page ends directly before the cursor, and `has_more` says whether items precede it.",
  },
  bodyTooLarge: { openPoint: "U9", status: 413, behavior: "A body of more than 64 KiB returns 413." },
  headersTooLarge: { openPoint: "U9", status: 431, behavior: "Headers of more than 16 KiB return 431." },
  addressLength: {
    openPoint: "U9",
    status: 422,
    behavior: "An address of more than 254 bytes (RFC 5321, section 4.5.3.1.3) returns 422.",
  },
  addressCharacters: {
    openPoint: "U11",
    status: 422,
    behavior: "An address with control characters or unpaired surrogates returns 422, because it cannot receive mail.",
  },
  addressCase: {
    openPoint: "U11",
    behavior:
      "Addresses are stored as sent. They are compared in Unicode's lower case and normalization form C, with `ς` as `σ`; `ß` does not equal `ss`.",
  },
  addedTwice: {
    openPoint: "U11",
    behavior: "Adding an address again returns its id with 200. From then on its origin is `manual` (A3).",
  },
} as const satisfies Record<string, UnspecifiedBehavior | UnspecifiedStatus>;

/** The maximum size of a request body, in bytes. */
export const BODY_LIMIT = 64 * 1024;

/** The maximum size of an address, in bytes. */
export const ADDRESS_LIMIT = 254;
