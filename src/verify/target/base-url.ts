import { UserError } from "#cli/user-error.js";

/**
 * The base URL of a setting, without a slash at the end.
 *
 * @param setting for the message, which does not repeat the text, because that may hold a key
 * @throws UserError unless it is an http(s) URL without user, query and fragment
 */
export function baseUrlOf(text: string, setting: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new UserError(`${setting} is not an http or https URL. Example: https://staging.example.com`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UserError(
      `${setting} has a user, a query or a fragment. Give the address alone, and the key in the environment.`,
    );
  }
  return url.href.replace(/\/+$/, "");
}
