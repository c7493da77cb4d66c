// Generated from openapi/ (Team Management API 0.1.0) by `npm run generate`. Change the contract, not this file.

import { bearerKey, connect, certainDeletion, jsonBody, plainPath, plainQuery, safe, byItem, directionOf, singleCall, singlePagedCall, type ClientOptions, type Connection, type SingleCall, type SinglePagedCall, type Input, type OnlyOne } from "../src/client/index.js";
import type { operations } from "./schema.js";

export { CallFailure, unwrap } from "../src/client/index.js";

/** Connects the functions of this module to a server. */
export function connectTo(options: ClientOptions<"BearerAuth">): Connection {
  return connect(options, { BearerAuth: bearerKey() }, loadValidation);
}

/** Bundlers do not follow this import, so that pages are small. */
const loadValidation = (file = "./validate.js") => import(/* webpackIgnore: true */ /* @vite-ignore */ file);

/** Responses, and bodies of requests, that are JSON. */
const $json = ["application/json"];

/**
 * Revoke an OAuth grant
 *
 * Revokes a grant of your team. Every access token and refresh token issued under it is invalidated.
 *
 * Any API key of the team may revoke any grant of the team, and no grant of another team. A second call for the same
 * grant returns 404 and changes nothing.
 *
 * `DELETE /oauth/grants/{oauth_grant_id}`
 */
export const revokeOauthGrant: SingleCall<operations["revokeOauthGrant"]> = /* @__PURE__ */ singleCall({ method: "DELETE", path: "/oauth/grants/{oauth_grant_id}", responses: { "404": [], "2XX": $json, "4XX": [] }, security: [["BearerAuth"]], extras: { path: plainPath, certain: certainDeletion } });


/**
 * Add an address to the suppression list
 *
 * Private beta: available to enrolled teams only, and subject to change.
 *
 * Adds an address to the suppression list of your team. When listed or retrieved, the new suppression has the origin
 * `manual`, and its `source_id` is null.
 *
 * `POST /suppressions`
 */
export const addSuppression: SingleCall<operations["addSuppression"]> = /* @__PURE__ */ singleCall({ method: "POST", path: "/suppressions", responses: { "2XX": $json, "4XX": [] }, security: [["BearerAuth"]], extras: { body: jsonBody } });


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
 * Pages: the items are at `/data`, and `after` has the value at `/id` of an item, as `x-pagination` states.
 */
export const listSuppressions: SinglePagedCall<operations["listSuppressions"], ["data"], OnlyOne<Input<operations["listSuppressions"]>, "after" | "before">> = /* @__PURE__ */ singlePagedCall({ method: "GET", path: "/suppressions", responses: { "2XX": $json, "4XX": [] }, security: [["BearerAuth"]], extras: { query: plainQuery, safe } }, { items: ["data"], hasMore: ["has_more"], forward: { by: byItem, parameter: "after", at: ["id"], item: true }, backward: { by: byItem, parameter: "before", at: ["id"], item: true }, turn: directionOf });


/**
 * Retrieve a suppression
 *
 * Private beta: available to enrolled teams only, and subject to change.
 *
 * Retrieves one suppression of your team, by its id or by the suppressed address. In a URL, the address is
 * percent-encoded: `jo+news@example.net` is `jo%2Bnews%40example.net`. The generated client encodes it for you.
 *
 * `GET /suppressions/{suppression}`
 */
export const retrieveSuppression: SingleCall<operations["retrieveSuppression"]> = /* @__PURE__ */ singleCall({ method: "GET", path: "/suppressions/{suppression}", responses: { "2XX": $json, "4XX": [] }, security: [["BearerAuth"]], extras: { path: plainPath, safe } });


/**
 * Retrieve a contact import
 *
 * Retrieves one contact import of your team, with its status and result counts.
 *
 * `GET /contacts/imports/{id}`
 */
export const retrieveContactImport: SingleCall<operations["retrieveContactImport"]> = /* @__PURE__ */ singleCall({ method: "GET", path: "/contacts/imports/{id}", responses: { "2XX": $json, "4XX": [] }, security: [["BearerAuth"]], extras: { path: plainPath, safe } });
