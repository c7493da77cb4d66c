import { inputOf, type RequestInput, type RequestReading, violationText } from "#http/request/read-request.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import { Problem } from "./problem.js";

/**
 * The values of a request that conforms to the contract.
 *
 * @throws Problem if the request violates the contract
 */
export function conformingInput(reading: RequestReading): RequestInput {
  const { violations } = reading;
  if (violations.length === 0) return inputOf(reading);
  const text = violations.map(violationText).join("; ");
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  if (violations.some(({ kind }) => kind === "media-type")) {
    throw new Problem(UNSPECIFIED_BEHAVIOR.otherMediaType.status, sentence);
  }
  const errors = violations.map(({ in: location, names, at, message }) => ({
    in: location,
    at: location === "body" ? at : names.join(", "),
    detail: message,
  }));
  throw new Problem(UNSPECIFIED_BEHAVIOR.invalid.status, sentence, { errors });
}

/**
 * The parameters of a query, as `application/x-www-form-urlencoded` (WHATWG URL, section 5.1).
 *
 * @param url of the request
 * @throws Problem for malformed percent-encoding and UTF-8
 */
export function queryOf(url: string): URLSearchParams {
  const at = url.indexOf("?");
  const search = at < 0 ? "" : url.slice(at);
  try {
    decodeURIComponent(search);
  } catch {
    throw new Problem(
      UNSPECIFIED_BEHAVIOR.malformed.status,
      "The query has a `%` that does not start a UTF-8 character. Write a percent sign as %25.",
    );
  }
  return new URLSearchParams(search);
}
