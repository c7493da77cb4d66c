import { commonFaults, type WordsOf } from "../../causes/common-faults.js";
import type { Sighting } from "../../causes/sighting.js";
import { formatNumber, listed } from "../wording.js";

/** More kinds of invalid requests are counted. */
const MOST_FAULTS = 12;

/**
 * The unknown values of a path for which a server fails. It is every value if malformed ones fail too. Undefined for other
 * values.
 */
export function unknownValue(sightings: readonly Sighting[]): string | undefined {
  const faults = sightings.flatMap(({ finding }) => finding?.about.fault ?? []);
  const [parameter, ...others] = new Set(faults.map(({ part }) => (part.startsWith("path ") ? part.slice(5) : "")));
  const isUnknown = faults.some(({ what }) => what === undefined);
  if (!isUnknown || parameter === undefined || parameter === "" || others.length > 0) return undefined;
  return `${faults.some(({ what }) => what !== undefined) ? "every" : "an"} unknown ${parameter}`;
}

/** The value that the server refuses in several parts, and where: `the character NUL in path parameters`; undefined for others. */
function valueInParts(sightings: readonly Sighting[]): string | undefined {
  const all = sightings.flatMap(({ finding }) => finding?.about.fault ?? []);
  const [first] = all;
  if (first?.value === undefined || all.some(({ value }) => value !== first.value)) return undefined;
  const places = new Set(all.map(({ part }) => PLACES[part.split(" ")[0] ?? ""] ?? "bodies"));
  if (new Set(all.map(({ part }) => part)).size < 2) return undefined;
  return `${first.value} in ${listed([...places])}`;
}

/** The parts of requests in a sentence, by their first word. */
const PLACES: Readonly<Record<string, string>> = {
  path: "path parameters",
  query: "query parameters",
  header: "headers",
  cookie: "cookies",
};

/** The faults of the requests, each once: `an unknown key, an empty key and 3 more`. */
export function faultsText(sightings: readonly Sighting[], wordsOf: WordsOf, otherwise = ""): string {
  const value = valueInParts(sightings);
  if (value !== undefined) return value;
  const named = sightings.flatMap(({ finding }) => (finding?.about.fault && wordsOf(finding.about.fault)) ?? []);
  if (named.length === 0) return otherwise === "" ? "an invalid request" : otherwise;
  const count = new Set(named).size;
  const common = commonFaults(sightings, wordsOf);
  const rest = named.filter((what) => !common.includes(what));
  if (common.length > 0 && rest.length > 0 && count <= MOST_FAULTS)
    return `${listed(common)}, and some of them ${listed(rest)}`;
  const all = listed(named);
  return count > MOST_FAULTS ? `${formatNumber(count)} kinds of invalid requests: ${all}` : all;
}
