import { UserError } from "#cli/user-error.js";
import { parseJson } from "#http/body/parse-json.js";
import { asList, asObject, asText, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { securitySchemes } from "#openapi/operations/security.js";
import type { OAuthClient, Secret } from "../model/target/target.js";
import { settingPath } from "../model/test-case/need.js";
import { redact } from "../report/redaction/redact.js";
import { variableFor } from "../report/settings-yaml.js";
import { requestToken } from "../transport/token-request.js";
import type { IssuedToken, Issuing } from "./issued-token.js";
import { isHeaderText, type SettingsReader } from "./settings.js";

/** Reads an OAuth client of a target file: a secret whose value, an access token, is not fetched yet. */
export function clientOf(name: string, settings: JsonObject, reader: SettingsReader): Secret {
  const { document, fail, secret, variable, text } = reader;
  const setting = ["credentials", name];
  const scheme = securitySchemes(document)[name];
  if (scheme && scheme.type !== "bearer") {
    fail(setting, `the contract has no OAuth flow for this scheme. Write its key as \${NAME}.`);
  }
  const optional = (key: string) => {
    const reference = asText(settings[key]);
    return reference === undefined ? undefined : secret(reference, [...setting, key]);
  };
  const given = asText(settings.tokenUrl);
  const refresh = optional("refreshToken");
  const tokenUrl =
    given === undefined
      ? documentedTokenUrl(document, name, refresh !== undefined)
      : text(given, [...setting, "tokenUrl"]);
  const client: OAuthClient = {
    setting: settingPath(...setting),
    id: variable(String(settings.clientId), [...setting, "clientId"]).value,
    secret: optional("clientSecret"),
    refresh,
    tokenUrl:
      tokenUrl ??
      fail(
        setting,
        `the contract has no tokenUrl of ${refresh ? "an OAuth" : "a clientCredentials"} flow. Add tokenUrl: https://… here.`,
      ),
    scopes: asList(settings.scopes).map(String),
  };
  return { value: "", variable: `${variableFor(name)}_ACCESS_TOKEN`, client };
}

/**
 * The token URL of a scheme (OAuth Flow Object, OpenAPI 3.1, 4.8.29). For another actor, that of the first scheme with one.
 * Refresh tokens belong to any flow, which may have an address for them.
 */
function documentedTokenUrl(document: OpenApiDocument, name: string, isRefresh: boolean): string | undefined {
  const schemes = asObject(asObject(document.components).securitySchemes);
  const names = Object.hasOwn(schemes, name) ? [name] : Object.keys(schemes);
  const urls = names.map((scheme) => {
    const { node } = resolveReference(document, schemes[scheme], pointerTo("#/components/securitySchemes", scheme));
    const flows = asObject(node.flows);
    if (!isRefresh) return asText(asObject(flows.clientCredentials).tokenUrl);
    const all = Object.values(flows).map(asObject);
    return all.flatMap(({ refreshUrl, tokenUrl }) => asText(refreshUrl) ?? asText(tokenUrl) ?? [])[0];
  });
  return urls.find((url) => url !== undefined);
}

/**
 * Fetches the access token of an OAuth client, by its credentials (RFC 6749, 4.4), or by its refresh token (6). A refresh token that
 * the server replaces is not used again.
 *
 * @param file the target file, for messages
 * @throws UserError if the token server provides no token
 */
export async function clientToken(client: OAuthClient, target: Issuing, file: string): Promise<IssuedToken> {
  const { setting, id, secret, refresh, tokenUrl, scopes } = client;
  // The server may send the secret back as its error code.
  const fail = (message: string): never => {
    const own = Object.fromEntries([secret, refresh].flatMap((each) => (each ? [[each.variable, each]] : [])));
    const secrets = { credentials: { own }, headers: {} };
    throw new UserError(redact(`${file}: ${setting}: ${message}`, secrets));
  };
  const base = `${target.baseUrl}/`;
  const url = URL.canParse(tokenUrl, base) ? new URL(tokenUrl, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) {
    return fail("tokenUrl is not an http or https URL without user and fragment. Write tokenUrl: https://… here.");
  }
  const server = `the token server ${url.origin}${url.pathname}`;
  const form = new URLSearchParams(
    refresh ? { grant_type: "refresh_token", refresh_token: refresh.value } : { grant_type: "client_credentials" },
  );
  if (scopes.length > 0) form.set("scope", scopes.join(" "));
  const sending = requestToken(url, { id, secret: secret?.value }, form, target);
  const { status, body } = await sending.catch((error: unknown) => {
    if (error instanceof UserError) throw error;
    return fail(`${server} did not respond (${reasonOf(error)}). Check tokenUrl, and proxy if there is one.`);
  });
  const json = parseJson(body.toString("utf8"));
  const answer = asObject(json?.value);
  const { error, access_token: token, token_type: type = "Bearer", expires_in: seconds } = answer;
  if (status < 200 || status > 299) {
    // The codes of RFC 6749, 5.2, are words. Any other text is not shown.
    const code = typeof error === "string" && /^[\w.-]{1,60}$/.test(error) ? ` (${error})` : "";
    return fail(
      `${server} responded with ${status}${code}. Check tokenUrl, clientId, ${refresh ? "refreshToken" : "clientSecret"} and scopes.`,
    );
  }
  if (!json) return fail(`${server} responded with a body that is not JSON. Check tokenUrl.`);
  if (typeof token !== "string" || token === "" || !isHeaderText(token)) {
    return fail(`${server} responded without an access_token that a header can carry. Check tokenUrl.`);
  }
  if (String(type).toLowerCase() !== "bearer") {
    return fail(
      `${server} issues tokens of another type than Bearer, which verify cannot send. Use a client with Bearer.`,
    );
  }
  const next = asText(answer.refresh_token);
  if (refresh && next !== undefined && next !== "" && next !== refresh.value) {
    refresh.former = [...(refresh.former ?? []), refresh.value];
    refresh.value = next;
  }
  return { token, lifetime: Number(seconds) > 0 ? Number(seconds) : undefined };
}

/** The code of the cause, because the message of a failed connection to several addresses is long. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.message;
}
