import { inputOf, type RequestInput, type RequestReading, violationText } from "#http/request/read-request.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import { Problem, type RequestError } from "./problem.js";
import { unstorableText } from "./storable-texts.js";

/**
 * The values of a request that conforms to the contract, which every database can store.
 *
 * @throws Problem if the request violates the contract, or has a text that cannot be stored
 */
export function conformingInput(reading: RequestReading): RequestInput {
  const { violations } = reading;
  if (violations.length === 0) return storable(inputOf(reading));
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

/** Rejects what PostgreSQL would fail at, so that no handler has to look for it. */
function storable(input: RequestInput): RequestInput {
  const { path, body, ...named } = input;
  if (unstorableText(path) !== undefined) {
    throw new Problem(
      UNSPECIFIED_BEHAVIOR.notFound.status,
      "No resource has U+0000 or an unpaired surrogate in its name.",
    );
  }
  const detail = "must not contain U+0000 or an unpaired surrogate";
  const bodyAt = body === undefined ? undefined : unstorableText(body);
  if (bodyAt !== undefined) throw unstorable("body", bodyAt, `The body ${bodyAt && `at ${bodyAt} `}${detail}.`);
  for (const location of ["query", "header", "cookie"] as const) {
    const name = Object.entries(named[location]).find(([, value]) => unstorableText(value) !== undefined)?.[0];
    if (name !== undefined) throw unstorable(location, name, `The ${location} parameter ${name} ${detail}.`);
  }
  return input;

  function unstorable(place: RequestError["in"], at: string, sentence: string): Problem {
    return new Problem(UNSPECIFIED_BEHAVIOR.unstorable.status, sentence, { errors: [{ in: place, at, detail }] });
  }
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
