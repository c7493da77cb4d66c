import { isDeepStrictEqual } from "node:util";
import { similarName } from "#cli/similar-name.js";
import { authorizationScheme } from "#http/credentials.js";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { OTHER_ACTORS, type Secret, type Target } from "../../model/target/target.js";
import { settingPath } from "../../model/test-case/need.js";
import { variableFor } from "../../report/settings-yaml.js";
import { clientOf } from "../access-token.js";
import { loginSecret } from "../login.js";
import { OTHER_CONTRACT, type SettingsReader } from "../settings.js";

/** The keys of a target file, by the actor that they belong to. */
export function credentialsOf(settings: JsonObject, reader: SettingsReader): Target["credentials"] {
  const { document, fail, variable } = reader;
  const byName = securitySchemes(document);
  const schemes = Object.keys(byName);
  const own: Record<string, Secret> = {};
  const credentials: Target["credentials"] = {};
  const secrets = Object.entries(settings).map(
    ([name, value]) =>
      [
        name,
        isObject(value) ? issuedKey(name, value, reader) : variable(String(value), ["credentials", name]),
      ] as const,
  );
  for (const [name, secret] of secrets) {
    const [twin] = secrets.find(([key, held]) => isSameKey(held, secret) && roleOf(key) !== roleOf(name)) ?? [];
    if (twin !== undefined) {
      fail(
        ["credentials", name],
        `this is the same key as ${settingPath("credentials", twin)}, which proves nothing. Give each its own key, or omit one.`,
      );
    }
    const actor = OTHER_ACTORS.find((candidate) => candidate === name);
    if (actor) credentials[actor] = { "*": secret };
    else if (schemes.includes(name)) {
      const scheme = authorizationScheme(byName[name] ?? { type: "basic" });
      if (scheme && secret.value.toLowerCase().startsWith(`${scheme} `)) {
        fail(
          ["credentials", name],
          `${secret.variable} begins with the scheme, which every request has already. Give the key alone.`,
        );
      }
      own[name] = secret;
    } else {
      const similar = similarName(name, [...schemes, ...OTHER_ACTORS]);
      if (similar !== undefined)
        fail(["credentials", name], `the contract has no security scheme of this name. Did you mean \`${similar}\`?`);
      const names = `${schemes.join(", ") || "none"}; ${OTHER_ACTORS.join(", ").replace(/,(?=[^,]*$)/, " and")}`;
      fail(
        ["credentials", name],
        `the contract has no security scheme of this name. It has ${names} are possible too. ${OTHER_CONTRACT}`,
      );
    }
  }
  return Object.keys(own).length > 0 ? { own, ...credentials } : credentials;
}

/** A key that a server issues: to an OAuth client, or by a login. */
function issuedKey(name: string, value: JsonObject, reader: SettingsReader): Secret {
  const { login } = value;
  if (!isObject(login)) return clientOf(name, value, reader);
  return loginSecret(login, ["credentials", name, "login"], `${variableFor(name)}_LOGIN_TOKEN`, reader);
}

/** Whether two keys belong to one team. The tokens of a client, of its user or of a login are not fetched yet. */
export function isSameKey(first: Secret, second: Secret): boolean {
  const isSameClient =
    first.client?.id === second.client?.id && first.client?.refresh?.value === second.client?.refresh?.value;
  const [login, other] = [first.login, second.login];
  const isSameLogin = login?.operation.id === other?.operation.id && isDeepStrictEqual(login?.body, other?.body);
  return first.value === second.value && isSameClient && isSameLogin;
}

/** One key may serve several schemes, and the other team may be the team outside the beta. */
function roleOf(name: string): "own" | "sameTeam" | "another team" {
  if (name === "sameTeam") return name;
  return OTHER_ACTORS.some((actor) => actor === name) ? "another team" : "own";
}
