import { wordsOf } from "#openapi/document/words.js";
/** A name without case and separators, so that `booking_id`, `booking-id` and `bookingId` are equal. */
export const plainName = /* @__PURE__ */ remembered((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""));

/** Plurals without a rule that are names of collections, by their singulars. */
const IRREGULAR: Readonly<Record<string, string>> = {
  person: "people",
  child: "children",
  man: "men",
  woman: "women",
  index: "indices",
  criterion: "criteria",
  shelf: "shelves",
  leaf: "leaves",
  knife: "knives",
  half: "halves",
  wolf: "wolves",
  life: "lives",
  lens: "lenses",
  atlas: "atlases",
  quiz: "quizzes",
  medium: "media",
  datum: "data",
  series: "series",
  species: "species",
  news: "news",
};

/** Words that end like plurals of `-y`, and have a singular in `-ie`. */
const IN_IE = /(mov|cook|calor|zomb|self|brown|hood|rook|junk)ies$|^(t|p|l|d|gen|pix)ies$/;

/** Plurals whose singular keeps the `e`: `houses`, `databases`, `licenses`, `courses`. Words in `-us` and `-as` lose it. */
const KEEPS_E = /([aeo]us|(^|re|exc|acc|f|ab)us|[^iv]as|is|os|[nr]s|[aeiou]z|cach|nich)es$/;

/** The singular of an English plural, as a plain name: `Categories` is `category`, `addresses` is `address`. */
export const singularOf = /* @__PURE__ */ remembered((name) => {
  const plain = plainName(name);
  const [irregular] = Object.entries(IRREGULAR).find(([, plural]) => plural === plain) ?? [];
  if (irregular !== undefined) return irregular;
  if (IN_IE.test(plain)) return plain.slice(0, -1);
  if (/ies$/.test(plain)) return `${plain.slice(0, -3)}y`;
  if (/(yses|theses|crises)$/.test(plain)) return `${plain.slice(0, -2)}is`;
  if (KEEPS_E.test(plain)) return plain.slice(0, -1);
  if (/(s|x|z|ch|sh)es$/.test(plain)) return plain.slice(0, -2);
  return /[^s]s$/.test(plain) ? plain.slice(0, -1) : plain;
});

/** The plural of an English word: `category` is `categories`, `address` is `addresses`. Case and separators stay. */
export function pluralOf(name: string): string {
  const irregular = IRREGULAR[name.toLowerCase()];
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(ysis|thesis|crisis)$/i.test(name)) return `${name.slice(0, -2)}es`;
  return /(s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`;
}

/** Whether a plural is that of a word, also where no rule makes it: `shelves` of `shelf`. */
function isFormOf(plural: string, word: string): boolean {
  if (plural === word) return true;
  return word.length > 3 && plural.length <= word.length + 3 && plural.startsWith(word.slice(0, -1));
}

/** Names of fields that are made to identify a resource, in any API. `pk` is the primary key of databases and of Django. */
export const IDENTIFYING = ["id", "_id", "uuid", "guid", "pk"];

/**
 * Names of fields by which a server may find a resource in place of its identifier. They are plain names, the most usual
 * ones first.
 */
export const NATURAL_KEYS: readonly string[] = /* @__PURE__ */ [
  ["slug", "key", "code", "handle", "number", "username", "login", "email", "name"],
  ["alias", "domain", "externalid", "externalkey", "externalref", "externalreference", "foreignid", "fqdn", "hostname"],
  ["displayname", "fullname", "isbn", "label", "loginname", "nickname", "reference", "shortname", "sku", "subject"],
  ["title", "uniquename"],
].flat();

/** Names of fields that show the state of a resource or a job, as plain names. */
const STATES = ["status", "state", "phase", "jobstatus", "jobstate"];

/** Whether a field has a state, as its name says. */
export function isStateName(name: string): boolean {
  return STATES.includes(plainName(name));
}

/** Words of names of flags that say what has ever been. */
const PAST = ["was", "were", "been", "ever", "once", "had", "first", "previously"];

/** Whether a flag says what has ever been: `was_published`. */
export function isOfPast(name: string): boolean {
  return wordsOf(name).some((word) => PAST.includes(word));
}

/** Properties that have the value of a path parameter of another name. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = { index: ["number", "iid"], number: ["iid"] };

/** Ends of the names of parameters that have the identifier of a resource: `shipping_rate_token` of `/shipping_rates` is its `id`. */
const FOR_IDENTIFIERS = ["token", "identifier", "reference", "ref", "handle"];

/** Properties that identify a resource in many APIs, the most usual ones first. */
export const USUAL_IDENTIFIERS = /* @__PURE__ */ IDENTIFYING.concat("key", "slug", "code", "number", "name");

/**
 * The properties that may feed a path parameter, the most likely one first. That is the property of the same name. Then
 * comes the one whose name says what it identifies (`tag` is `tag_name`). The last one remains without the name of the
 * resource: `bookingId` of `/bookings` is `id`.
 *
 * @param collection the path segment before the parameter
 */
export function likelyProperties(parameter: string, collection: string, properties: readonly string[]): string[] {
  const either = alternativesIn(parameter);
  if (either.length === 0) return propertiesFor(parameter, collection, properties);
  const exact = properties.filter((property) => plainName(property) === plainName(parameter));
  const found = either.flatMap((name) => propertiesFor(name, collection, properties));
  // Identifiers come first: a name may change, and may look like a number.
  const isMade = (property: string) => endsAsIdentifier(plainName(property));
  const named = properties.filter((property) => found.includes(property));
  return [...new Set([...exact, ...named.filter(isMade), ...named])];
}

/** The names that a parameter stands for: `name` and `id` of `project_name_or_id`. An empty list if it has one. */
function alternativesIn(parameter: string): string[] {
  const words = wordsOf(parameter);
  const at = words.indexOf("or");
  if (at < 1 || at === words.length - 1) return [];
  return [words.slice(0, at), words.slice(at + 1)].map((name) => name.join("_"));
}

function propertiesFor(parameter: string, collection: string, properties: readonly string[]): string[] {
  const wanted = plainName(parameter);
  const owner = singularOf(collection);
  const isOwner = wanted === owner || isFormOf(plainName(collection), wanted);
  const exact = properties.filter((property) => plainName(property) === wanted);
  const ends = [...IDENTIFYING, "name", "slug", "key", "code"];
  const longer = isOwner
    ? properties.filter((property) => ends.some((end) => plainName(property) === wanted + end))
    : [];
  // `uuid` of `/posts` is `post_uuid`.
  const owned = properties.filter((property) => plainName(property) === owner + wanted);
  const others = properties.filter((property) => SYNONYMS[wanted]?.includes(plainName(property)));
  const rest = wanted.startsWith(owner) ? wanted.slice(owner.length) : wanted;
  // `ServiceSid` of `/Services` is `sid`.
  const remaining = properties.filter((property) => rest !== "" && plainName(property) === rest);
  const isIdentifier = rest !== wanted && FOR_IDENTIFIERS.includes(rest);
  const isUsual = (property: string) => {
    const plain = plainName(property);
    if (isIdentifier && IDENTIFYING.includes(plain)) return true;
    return isOwner || wanted.endsWith(plain) || (endsAsIdentifier(wanted) && endsAsIdentifier(plain));
  };
  // `$id` is an `id`.
  // The name of a token is not what a path has.
  const names = wanted.endsWith("token") ? USUAL_IDENTIFIERS.toSpliced(-1, 0, "secret") : USUAL_IDENTIFIERS;
  const usual = names.flatMap((name) =>
    properties.filter((property) => property === name || plainName(property) === name).filter(isUsual),
  );
  const likely = new Set([...exact, ...owned, ...longer, ...remaining, ...others, ...usual]);
  if (likely.size > 0) return [...likely];
  // `versionExpression` of `/versions` is `version`.
  return rest === wanted ? [] : properties.filter((property) => plainName(property) === owner);
}

/** Whether a plain name ends with one that is made to identify: `bookingid`. */
function endsAsIdentifier(plain: string): boolean {
  return IDENTIFYING.some((end) => plain.endsWith(end));
}

/** Bodies may have any number of names. */
const MOST_REMEMBERED = 10_000;

/** A function of names that remembers its results: a run compares the same names many thousand times. */
function remembered(make: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const made = known.get(name) ?? make(name);
    if (known.size < MOST_REMEMBERED) known.set(name, made);
    return made;
  };
}
