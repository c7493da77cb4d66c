import type { Change } from "../change.js";
import { accepts, isJson } from "../faults/add.js";
import { emailOf } from "../requests.js";

/** Servers that accept more than the contract describes, where the reference does not say that it is rejected (U3). */
export const LENIENCIES: Change[] = [
  accepts(
    "no-address",
    "Adds a text that is not an address.",
    (request) => {
      const email = emailOf(request);
      return email !== undefined && email !== "" && !email.includes("@") ? email : undefined;
    },
    { open: "U3" },
  ),
  accepts("empty-email", "Adds an empty email.", (request) => (emailOf(request) === "" ? "" : undefined), {
    open: "U3",
  }),
  accepts(
    "form",
    "Adds the address of a form.",
    ({ headers, body }) =>
      /urlencoded/.test(headers["content-type"] ?? "") ? (new URLSearchParams(body).get("email") ?? "") : undefined,
    { open: "U3" },
  ),
  accepts(
    "any-media-type",
    "Adds JSON of any media type.",
    (request) => (!isJson(request) && emailOf(request)?.includes("@") ? emailOf(request) : undefined),
    { open: "U3" },
  ),
];
