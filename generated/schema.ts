// Generated from openapi/ (Team Management API 0.1.0) by `npm run generate`. Change the contract, not this file.

export interface paths {
    "/oauth/grants/{oauth_grant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an OAuth grant
         * @description Takes back a grant of your team. Every access token and refresh token issued under it stops working.
         *
         *     Any API key of the team may revoke any grant of the team, and no other team's. A second call for the same
         *     grant answers 404 and changes nothing.
         */
        delete: operations["revokeOauthGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressions
         * @description Private beta: served to enrolled teams only, and subject to change.
         *
         *     Lists the suppressions of your team, a page at a time. To go on, pass the `id` of the last item as `after`; stop when
         *     `has_more` is false. To go back, pass the `id` of the first item as `before`. The two cannot be combined.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Add an address to the suppression list
         * @description Private beta: served to enrolled teams only, and subject to change.
         *
         *     Suppresses an address by hand. Listed or retrieved, the new suppression has the origin `manual` and a
         *     `source_id` of null.
         */
        post: operations["addSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/{suppression}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a suppression
         * @description Private beta: served to enrolled teams only, and subject to change.
         *
         *     Looks up one suppression of your team, by its id or by the suppressed address. In a URL, the address is
         *     percent-encoded (`jo+news@example.net` as `jo%2Bnews%40example.net`); clients do that for you.
         */
        get: operations["retrieveSuppression"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a contact import
         * @description Looks up one contact import of your team, with its status and result counts.
         */
        get: operations["retrieveContactImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: date-time
         * @description A moment in UTC, ISO 8601 with milliseconds and a closing `Z`.
         *
         *     Matches `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}Z$`.
         */
        UtcTimestamp: string;
        /**
         * @description A revoked OAuth grant.
         *
         *     Left open (U4): A grant may have further fields.
         */
        OauthGrant: {
            /**
             * @description Always `oauth_grant`.
             * @constant
             */
            object: "oauth_grant";
            /**
             * Format: uuid
             * @description The identifier of the grant.
             */
            id: string;
            /**
             * @description When the grant was revoked.
             *
             *     Format date-time; matches `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}Z$`.
             */
            revoked_at: components["schemas"]["UtcTimestamp"];
            /**
             * @description Why the grant was revoked.
             *
             *     Known values: `revoked_from_api`.
             *
             *     Left open (U4): The reasons given when a grant is revoked by other ways than this API are not listed.
             */
            revoked_reason: "revoked_from_api" | (string & {});
        };
        /** @description An OAuth grant as revoking it through the API leaves it. */
        RevokedOauthGrant: components["schemas"]["OauthGrant"] & {
            /**
             * @description Always `revoked_from_api` here, because the grant was revoked through the API.
             * @constant
             */
            revoked_reason: "revoked_from_api";
        };
        /**
         * @description What led to the suppression: `bounce`, a message bounced; `complaint`, a recipient complained; `manual`, the team suppressed the address itself.
         * @enum {string}
         */
        SuppressionOrigin: "bounce" | "complaint" | "manual";
        /**
         * Format: idn-email
         * @description An email address. Addresses with non-ASCII letters count as well.
         *
         *     Matches `^.+@.+$`.
         */
        EmailAddress: string;
        /** @description An address that the platform does not send to. */
        Suppression: {
            /**
             * @description Always `suppression`.
             * @constant
             */
            object: "suppression";
            /**
             * Format: uuid
             * @description The identifier of the suppression.
             */
            id: string;
            /**
             * @description The suppressed address.
             *
             *     Format idn-email; matches `^.+@.+$`.
             *
             *     Left open (U11): Whether the case of an address is kept as it was sent is not said.
             */
            email: components["schemas"]["EmailAddress"];
            /** @description What led to the suppression: `bounce`, a message bounced; `complaint`, a recipient complained; `manual`, the team suppressed the address itself. */
            origin: components["schemas"]["SuppressionOrigin"];
            /** @description The identifier of the email that led to the suppression. Null when the origin is `manual`. */
            source_id: string | null;
            /**
             * @description When the suppression was created.
             *
             *     Format date-time; matches `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}Z$`.
             */
            created_at: components["schemas"]["UtcTimestamp"];
        } & ({
            /** @constant */
            origin: "manual";
            source_id: null;
        } | {
            /** @enum {string} */
            origin: "bounce" | "complaint";
            source_id: string | null;
        });
        /** @description A page of suppressions. */
        SuppressionList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description Whether more suppressions exist beyond this page. */
            has_more: boolean;
            /**
             * @description The suppressions of this page, no more than `limit` asked for.
             *
             *     At most 100 items.
             */
            data: components["schemas"]["Suppression"][];
        };
        /** @description An address to suppress. */
        NewSuppression: {
            /**
             * @description The address to suppress.
             *
             *     Format idn-email; matches `^.+@.+$`.
             */
            email: components["schemas"]["EmailAddress"];
        };
        /** @description What adding a suppression returns, and nothing else. Retrieve the suppression to see the rest. */
        AddedSuppression: {
            /**
             * @description Always `suppression`.
             * @constant
             */
            object: "suppression";
            /**
             * Format: uuid
             * @description The identifier of the suppression.
             */
            id: string;
        };
        /**
         * @description A moment in UTC, written with a space between date and time, milliseconds, and the offset as `+00`. JavaScript's `Date` may not read it as it is.
         *
         *     Matches `^\d{4}-(?!02-3|(0[469]|11)-31)(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}\+00$`.
         */
        ImportTimestamp: string;
        /** @description The result counters of an import. */
        ContactImportCounts: {
            /** @description The counter `total`. */
            total: number;
            /** @description The counter `created`. */
            created: number;
            /** @description The counter `updated`. */
            updated: number;
            /** @description The counter `skipped`. */
            skipped: number;
            /** @description The counter `failed`. */
            failed: number;
        };
        /** @description An import of contacts. */
        ContactImport: {
            /**
             * @description Always `contact_import`.
             * @constant
             */
            object: "contact_import";
            /**
             * Format: uuid
             * @description The identifier of the import.
             */
            id: string;
            /**
             * @description How far the import is. `completed` is the one status that is known.
             *
             *     Known values: `completed`.
             *
             *     Left open (U5): Statuses other than `completed`, and how one follows another, are not listed.
             * @example completed
             */
            status: "completed" | (string & {});
            /**
             * @description When the import was created.
             *
             *     Matches `^\d{4}-(?!02-3|(0[469]|11)-31)(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}\+00$`.
             */
            created_at: components["schemas"]["ImportTimestamp"];
            /**
             * @description When the import was completed: a timestamp in the form of `created_at` once the status is `completed`.
             *
             *     Left open (U5): What stands here while the import is unfinished is not said. It may be missing.
             * @example 2026-11-01 10:06:03.754+00
             */
            completed_at?: unknown;
            /** @description The result counters of an import. */
            counts: components["schemas"]["ContactImportCounts"];
        };
    };
    responses: {
        /** @description The request was refused, for example because the key is missing or unknown, the team is not enrolled in the beta, a value is not admitted, or what was asked for does not exist. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description The identifier of the grant. */
        OauthGrantId: string;
        /**
         * @description How many suppressions to return at most.
         *
         *     Default 20; at least 1; at most 100.
         *
         *     Left open (U3): Whether a value above the maximum is refused or cut down to it is not said.
         */
        Limit: number;
        /** @description The id of a suppression: only items after it are returned, without it. Cannot be combined with `before`. */
        After: string;
        /** @description The id of a suppression: only items before it are returned, without it. Cannot be combined with `after`. */
        Before: string;
        /** @description Only suppressions of this origin are returned. */
        Origin: components["schemas"]["SuppressionOrigin"];
        /**
         * @description The identifier of the suppression, or the suppressed email address.
         *
         *     Left open (U11): Whether addresses that differ in case only count as the same is not said.
         */
        SuppressionIdOrEmail: string;
        /** @description The identifier of the contact import. */
        ContactImportId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type UtcTimestamp = components['schemas']['UtcTimestamp'];
export type OauthGrant = components['schemas']['OauthGrant'];
export type RevokedOauthGrant = components['schemas']['RevokedOauthGrant'];
export type SuppressionOrigin = components['schemas']['SuppressionOrigin'];
export type EmailAddress = components['schemas']['EmailAddress'];
export type Suppression = components['schemas']['Suppression'];
export type SuppressionList = components['schemas']['SuppressionList'];
export type NewSuppression = components['schemas']['NewSuppression'];
export type AddedSuppression = components['schemas']['AddedSuppression'];
export type ImportTimestamp = components['schemas']['ImportTimestamp'];
export type ContactImportCounts = components['schemas']['ContactImportCounts'];
export type ContactImport = components['schemas']['ContactImport'];
export type ResponseRefused = components['responses']['Refused'];
export type ParameterOauthGrantId = components['parameters']['OauthGrantId'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterAfter = components['parameters']['After'];
export type ParameterBefore = components['parameters']['Before'];
export type ParameterOrigin = components['parameters']['Origin'];
export type ParameterSuppressionIdOrEmail = components['parameters']['SuppressionIdOrEmail'];
export type ParameterContactImportId = components['parameters']['ContactImportId'];
export type $defs = Record<string, never>;
export interface operations {
    revokeOauthGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the grant. */
                oauth_grant_id: components["parameters"]["OauthGrantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No such grant exists, or it was revoked before. Nothing has changed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The grant is revoked, and its tokens no longer work. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedOauthGrant"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /**
                 * @description How many suppressions to return at most.
                 *
                 *     Default 20; at least 1; at most 100.
                 *
                 *     Left open (U3): Whether a value above the maximum is refused or cut down to it is not said.
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of a suppression: only items after it are returned, without it. Cannot be combined with `before`. */
                after?: components["parameters"]["After"];
                /** @description The id of a suppression: only items before it are returned, without it. Cannot be combined with `after`. */
                before?: components["parameters"]["Before"];
                /** @description Only suppressions of this origin are returned. */
                origin?: components["parameters"]["Origin"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of suppressions, at most `limit` of them. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    addSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The address to suppress. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSuppression"];
            };
        };
        responses: {
            /** @description The address is suppressed. Use the returned `id` to retrieve the suppression. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedSuppression"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    retrieveSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The identifier of the suppression, or the suppressed email address.
                 *
                 *     Left open (U11): Whether addresses that differ in case only count as the same is not said.
                 */
                suppression: components["parameters"]["SuppressionIdOrEmail"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The suppression. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    retrieveContactImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the contact import. */
                id: components["parameters"]["ContactImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact import. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImport"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
}
