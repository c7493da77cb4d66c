/** A choice that the sandbox makes where the API's reference is silent. */
export interface Choice {
  /** The open point that it settles for the sandbox, and for nobody else. */
  open: "U1" | "U2" | "U3" | "U4" | "U5" | "U6" | "U9" | "U11";
  /** What the sandbox does. */
  choice: string;
}

/** A choice of a status. */
interface StatusChoice extends Choice {
  status: number;
}

/**
 * What the sandbox does where the reference is silent, all in one table. Other code than the sandbox's must not rely on
 * any of it: the API may do otherwise.
 */
export const UNSPECIFIED_BEHAVIOR = {
  added: {
    open: "U1",
    status: 201,
    choice: "An address that was not on the list is added with 201 (RFC 9110, 15.3.2).",
  },
  done: { open: "U1", status: 200, choice: "Every other success is 200." },
  problems: { open: "U2", choice: "An error is application/problem+json (RFC 9457), with the id of the request." },
  malformed: { open: "U3", status: 400, choice: "What cannot be read, JSON, UTF-8 or percent-encoding, is 400." },
  noKey: { open: "U3", status: 401, choice: "No key, or no team's, is 401 with WWW-Authenticate (RFC 6750, 3)." },
  outsideBeta: { open: "U3", status: 403, choice: "A team outside the beta is 403." },
  notFound: {
    open: "U3",
    status: 404,
    choice: "What does not exist, or is another team's, is 404; so is a path that the contract does not have.",
  },
  otherMethod: { open: "U3", status: 405, choice: "A method that a path does not have is 405 with Allow." },
  otherMediaType: { open: "U3", status: 415, choice: "A body of another media type than JSON is 415." },
  notAdmitted: {
    open: "U3",
    status: 422,
    choice:
      "A value that the contract does not admit, `limit` above 100 too, is 422, and so are both cursors together.",
  },
  unknownCursor: { open: "U3", status: 422, choice: "A cursor that is no suppression of the team is 422." },
  fraction: { open: "U3", choice: "A `limit` with a fraction counts as the whole number below." },
  unknownFields: { open: "U3", choice: "Fields and query parameters that the contract does not have are ignored." },
  unfinished: { open: "U5", choice: "`completed_at` of an import that is not completed is null." },
  order: { open: "U6", choice: "The list has the newest first; of two from one millisecond, the later." },
  hasMoreBackward: {
    open: "U6",
    choice:
      "With `before`, a page is what directly precedes the cursor, and `has_more` tells of items before that page.",
  },
  tooLarge: { open: "U9", status: 413, choice: "A body of more than 64 KiB is 413." },
  headers: { open: "U9", status: 431, choice: "Headers of more than 16 KiB are 431." },
  addressLength: { open: "U9", status: 422, choice: "An address of more than 254 bytes (RFC 5321, 4.5.3.1.3) is 422." },
  addressCharacters: {
    open: "U11",
    status: 422,
    choice: "An address with control characters or broken Unicode is 422; no mail could go there.",
  },
  addressCase: {
    open: "U11",
    choice:
      "Addresses are kept as they were sent, and compared in Unicode's lower case and composed (NFC), `ς` as `σ`; nothing else is the same: `ß` is not `ss`.",
  },
  addedTwice: {
    open: "U11",
    choice: "Adding an address again returns the id that it has, with 200; it is `manual` from then on (A3).",
  },
} as const satisfies Record<string, Choice | StatusChoice>;

/** Bytes of a request body. */
export const BODY_LIMIT = 64 * 1024;

/** Bytes of an address. */
export const ADDRESS_LIMIT = 254;
