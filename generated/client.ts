// Generated from openapi/ (Team Management API 0.1.0) by `npm run generate`. Change the contract, not this file.

import { bound, type ClientOptions, type MiddlewareList, type Call, type Input, type OnlyOne, type PagedCall } from "../src/client/index.js";
import type { operations } from "./schema.js";
import * as operation from "./operations.js";

export * from "../src/client/index.js";

/**
 * Revoke OAuth grants, manage a suppression list, and retrieve contact imports.
 */
export interface TeamManagementApi extends MiddlewareList {
  /**
   * Revoke an OAuth grant
   *
   * Revokes a grant of your team. Every access token and refresh token issued under it is invalidated.
   *
   * Any API key of the team may revoke any grant of the team, and no grant of another team. A second call for the same
   * grant returns 404 and changes nothing.
   *
   * `DELETE /oauth/grants/{oauth_grant_id}`
   *
   * Parameters:
   * - `path.oauth_grant_id`: string, required. The identifier of the grant.
   *
   * Responses:
   * - `404` The grant does not exist, or is already revoked. Nothing has changed.
   * - `2XX` The grant is revoked, and its tokens are invalid.
   * - `4XX` The request was rejected. For example, the key is missing or unknown, the team is not enrolled in the beta, a value is not allowed, or the resource does not exist.
   *
   * @example
   * await client.revokeOauthGrant({ path: { oauth_grant_id: "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4" } });
   */
  revokeOauthGrant: Call<operations["revokeOauthGrant"]>;

  /**
   * Add an address to the suppression list
   *
   * Private beta: available to enrolled teams only, and subject to change.
   *
   * Adds an address to the suppression list of your team. When listed or retrieved, the new suppression has the origin
   * `manual`, and its `source_id` is null.
   *
   * `POST /suppressions`
   *
   * Body: `application/json`. The address to suppress.
   *
   * Responses:
   * - `2XX` The address is suppressed. Use the returned `id` to retrieve the suppression.
   * - `4XX` The request was rejected. For example, the key is missing or unknown, the team is not enrolled in the beta, a value is not allowed, or the resource does not exist.
   *
   * @example
   * await client.addSuppression({ body: { email: "kim+autumn@example.com" } });
   *
   * @beta
   */
  addSuppression: Call<operations["addSuppression"]>;

  /**
   * List suppressions
   *
   * Private beta: available to enrolled teams only, and subject to change.
   *
   * Lists the suppressions of your team, one page at a time. For the next page, pass the `id` of the last item as
   * `after`; stop when `has_more` is false. For the previous page, pass the `id` of the first item as `before`. The two
   * cannot be combined.
   *
   * `GET /suppressions`
   *
   * Parameters:
   * - `query.limit`: number, default 20, at least 1, at most 100. The maximum number of suppressions to return.
   * - `query.after`: string. The id of a suppression. Only items after it are returned, without the item itself. Cannot be combined with `before`.
   * - `query.before`: string. The id of a suppression. Only items before it are returned, without the item itself. Cannot be combined with `after`.
   * - `query.origin`: one of "bounce", "complaint", "manual". Only suppressions of this origin are returned.
   * - `query.after` and `query.before` cannot be combined.
   *
   * Responses:
   * - `2XX` A page with at most `limit` suppressions.
   * - `4XX` The request was rejected. For example, the key is missing or unknown, the team is not enrolled in the beta, a value is not allowed, or the resource does not exist.
   *
   * Pages: the items are at `/data`, and `after` has the value at `/id` of an item, as `x-pagination` states.
   *
   * @example
   * await client.listSuppressions({ query: { limit: 2 } });
   *
   * @example
   * await client.listSuppressions({ query: { limit: 2, after: "8be0d7c4-1f63-4a92-9e5b-27c4f08a6d3e" } });
   *
   * @beta
   */
  listSuppressions: PagedCall<operations["listSuppressions"], ["data"], OnlyOne<Input<operations["listSuppressions"]>, "after" | "before">>;

  /**
   * Retrieve a suppression
   *
   * Private beta: available to enrolled teams only, and subject to change.
   *
   * Retrieves one suppression of your team, by its id or by the suppressed address. In a URL, the address is
   * percent-encoded: `jo+news@example.net` is `jo%2Bnews%40example.net`. The generated client encodes it for you.
   *
   * `GET /suppressions/{suppression}`
   *
   * Parameters:
   * - `path.suppression`: string, required. The identifier of the suppression, or the suppressed email address.
   *
   * Responses:
   * - `2XX` The suppression.
   * - `4XX` The request was rejected. For example, the key is missing or unknown, the team is not enrolled in the beta, a value is not allowed, or the resource does not exist.
   *
   * @example
   * await client.retrieveSuppression({ path: { suppression: "3c9f2b61-7d04-4e8a-b1f5-90c2de6a4f17" } });
   *
   * @example
   * await client.retrieveSuppression({ path: { suppression: "8be0d7c4-1f63-4a92-9e5b-27c4f08a6d3e" } });
   *
   * @beta
   */
  retrieveSuppression: Call<operations["retrieveSuppression"]>;

  /**
   * Retrieve a contact import
   *
   * Retrieves one contact import of your team, with its status and result counts.
   *
   * `GET /contacts/imports/{id}`
   *
   * Parameters:
   * - `path.id`: string, required. The identifier of the contact import.
   *
   * Responses:
   * - `2XX` The contact import.
   * - `4XX` The request was rejected. For example, the key is missing or unknown, the team is not enrolled in the beta, a value is not allowed, or the resource does not exist.
   *
   * @example
   * await client.retrieveContactImport({ path: { id: "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b" } });
   */
  retrieveContactImport: Call<operations["retrieveContactImport"]>;
}

/**
 * Creates a client of the Team Management API.
 */
export function createClient(options: ClientOptions<"BearerAuth">): TeamManagementApi {
  const connection = operation.connectTo(options);
  const { use, eject } = connection;
  return {
    revokeOauthGrant: bound(connection, operation.revokeOauthGrant),
    addSuppression: bound(connection, operation.addSuppression),
    listSuppressions: bound(connection, operation.listSuppressions),
    retrieveSuppression: bound(connection, operation.retrieveSuppression),
    retrieveContactImport: bound(connection, operation.retrieveContactImport),
    eject,
    use,
  };
}

/** All values of `SuppressionOrigin`. */
export const suppressionOrigins = ["bounce", "complaint", "manual"] as const;
