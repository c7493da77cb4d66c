import { UserError } from "#cli/user-error.js";
import type { Secret, Target } from "../model/target/target.js";
import { Skipped } from "../model/test-case/skipped.js";
import { clientToken } from "./access-token.js";
import type { Issuing } from "./issued-token.js";
import { loginToken } from "./login.js";

/** A token is renewed when this part of its lifetime is left, at most so many milliseconds before its end. */
const MARGIN = { part: 0.2, most: 30_000 };

/**
 * Gets the tokens of a target: those of its OAuth clients (RFC 6749, 4.4), and that of its login. Each is renewed before it
 * ends, if its server says when that is (RFC 6749, 5.1).
 *
 * @param file the target file, for messages
 * @throws UserError if a server provides no token
 */
export async function withIssuedTokens(
  target: Issuing & Pick<Target, "credentials">,
  file: string,
): Promise<Target["credentials"]> {
  const issued = new Map<Secret, Promise<Secret>>();
  const withToken = (secret: Secret): Promise<Secret> => {
    const known = issued.get(secret) ?? issue(secret, target, file);
    issued.set(secret, known);
    return known;
  };
  const actors = Object.entries(target.credentials).map(async ([actor, secrets]) => {
    const own = Object.entries(secrets).map(async ([name, secret]) => [name, await withToken(secret)] as const);
    return [actor, Object.fromEntries(await Promise.all(own))] as const;
  });
  return Object.fromEntries(await Promise.all(actors));
}

async function issue(given: Secret, target: Issuing, file: string): Promise<Secret> {
  const { client, login } = given;
  if (!client && !login) return given;
  const former: string[] = [];
  const secret: Secret = { ...given, former };
  let renewAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  const fetchToken = async (): Promise<void> => {
    const begun = Date.now();
    const { token, lifetime } = client
      ? await clientToken(client, target, file)
      : await loginToken(login ?? never(), target, file);
    if (secret.value !== "" && secret.value !== token) former.push(secret.value);
    secret.value = token;
    const milliseconds = lifetime === undefined ? Number.POSITIVE_INFINITY : lifetime * 1000;
    renewAt = begun + milliseconds - Math.min(milliseconds * MARGIN.part, MARGIN.most);
  };
  secret.renew = async () => {
    if (Date.now() < renewAt) return;
    running ??= fetchToken().finally(() => {
      running = undefined;
    });
    await running.catch((error: unknown) => {
      throw error instanceof UserError ? new Skipped(`the token could not be renewed: ${error.message}`) : error;
    });
  };
  await fetchToken();
  return secret;
}

function never(): never {
  throw new Error("A token has a client or a login.");
}
