import { cookiesOf } from "#http/request/cookies.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import type { SecurityScheme } from "#openapi/operations/security.js";
import type { Secrets } from "../model/target/target.js";
import { addSecret } from "../report/redaction/redact.js";
import type { RecordedExchange } from "./recorded-exchange.js";

/** Names of headers, query parameters and fields whose values are likely to be secret, whatever the document says. */
const SECRET_NAME = /auth(?!or(?!i))|cookie|api[-_]?key|access[-_]?key|token|secret|passw|session|signature|csrf|xsrf/i;

/** Headers of HTTP itself with such names; cookies are collected one by one. */
const NOT_SECRET = /^(cookie|access-control-.*|(www|proxy)-authenticate)$/;

/** Members of JSON bodies with such names and a text, and fields of forms. */
const SECRET_MEMBER = /"[\w-]*(?:token|secret|password|api_?key)"\s*:\s*"([^"\\]{8,})"/gi;
const SECRET_FIELD = /(?:^|&)[\w-]*(?:token|secret|password|api_?key)=([^&\s]{8,})/gi;

/** How many names of headers are remembered: a client chooses them. */
const MAX_NAMES = 1000;

/** Shorter values of unknown meaning, such as a cookie `theme=dark`, would be found in ordinary words. */
const MIN_LENGTH = 8;

/** The secrets that the traffic itself holds: keys, tokens and cookies. They are removed from whatever is shown. */
export class TrafficSecrets {
  readonly #schemes: readonly SecurityScheme[];
  readonly #keyVariable: string;
  readonly #found = new Set<string>();
  readonly #headerNames = new Map<string, boolean>();
  /** The secrets so far, for `redact`. They are added one by one, because each request may have a token of its own. */
  readonly current: Secrets = { credentials: {}, headers: {} };

  /** @param keyVariable stands for the keys of the security schemes */
  constructor(schemes: Readonly<Record<string, SecurityScheme>>, keyVariable: string) {
    this.#schemes = Object.values(schemes);
    this.#keyVariable = keyVariable;
  }

  /** Collects the secrets of an exchange. Call it before the exchange is shown. */
  collect({ request, response }: RecordedExchange): void {
    for (const value of keysIn(request, this.#schemes)) this.#add(value, this.#keyVariable, 1);
    const { user } = request;
    for (const value of user ? [user, user.slice(user.indexOf(":") + 1)] : []) this.#add(value, this.#keyVariable, 1);
    for (const value of Object.values(cookiesOf(request.headers.get("cookie")))) this.#add(value, "COOKIE");
    for (const headers of [request.headers, response.headers]) {
      for (const [name, value] of headers) {
        if (name === "set-cookie") this.#add(percentDecoded(/^[^=;]*=([^;]*)/.exec(value)?.[1] ?? ""), "COOKIE");
        else if (this.#isSecret(name)) {
          for (const credential of credentialsIn(value)) this.#add(credential, "SECRET");
        }
      }
    }
    if (request.url.search !== "") {
      for (const [name, value] of request.url.searchParams) if (SECRET_NAME.test(name)) this.#add(value, "SECRET");
    }
    for (const body of [request.body ?? "", response.body ?? ""]) {
      for (const [, value = ""] of body.matchAll(SECRET_MEMBER)) this.#add(value, "SECRET");
    }
    for (const [, value = ""] of (request.body ?? "").matchAll(SECRET_FIELD))
      this.#add(percentDecoded(value), "SECRET");
  }

  /** Whether the name of a header says that its value is secret. Traffic repeats its names. */
  #isSecret(name: string): boolean {
    let isSecret = this.#headerNames.get(name);
    if (isSecret === undefined) {
      isSecret = SECRET_NAME.test(name) && !NOT_SECRET.test(name);
      if (this.#headerNames.size < MAX_NAMES) this.#headerNames.set(name, isSecret);
    }
    return isSecret;
  }

  #add(value: string, variable: string, minLength = MIN_LENGTH): void {
    if (value.length < minLength || this.#found.has(value)) return;
    this.#found.add(value);
    addSecret(this.current, { value, variable });
  }
}

/** The keys of a request, at the places of the security schemes (Security Scheme Object, OpenAPI 3.1, 4.8.27). */
function keysIn({ headers, url }: RecordedExchange["request"], schemes: readonly SecurityScheme[]): string[] {
  return schemes.flatMap((scheme) => {
    if (scheme.type !== "apiKey") return credentialsIn(headers.get("authorization") ?? "");
    if (scheme.in === "header") return [headers.get(scheme.name) ?? ""];
    if (scheme.in === "query") return url.searchParams.getAll(scheme.name);
    return [cookiesOf(headers.get("cookie"))[scheme.name] ?? ""];
  });
}

/** The credentials of a header, without the name of their scheme (RFC 9110, 11.4); of HTTP Basic, also the password. */
function credentialsIn(header: string): string[] {
  // A scheme without credentials is not a secret.
  if (/^(basic|bearer|digest|token)?$/i.test(header.trim())) return [];
  const [, scheme = "", rest = header] = /^([\w-]+) +(.+)$/.exec(header) ?? [];
  if (scheme.toLowerCase() !== "basic") return [rest];
  const user = Buffer.from(rest, "base64").toString("utf8");
  return [rest, user, user.slice(user.indexOf(":") + 1)];
}
