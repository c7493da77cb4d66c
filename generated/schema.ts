// Generated from openapi/ (Team Management API 0.1.0) by `npm run generate`. Change the contract, not this file.

export interface paths {
    "/oauth/grants/{oauth_grant_id}": {
        delete: operations["revokeOauthGrant"];
    };
    "/suppressions": {
        get: operations["listSuppressions"];
        post: operations["addSuppression"];
    };
    "/suppressions/{suppression}": {
        get: operations["retrieveSuppression"];
    };
    "/contacts/imports/{id}": {
        get: operations["retrieveContactImport"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: date-time
         *
         * A UTC timestamp in ISO 8601 with milliseconds, ending in `Z`.
         *
         * Matches `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}Z$`.
         */
        UtcTimestamp: string;
        /**
         * A revoked OAuth grant.
         *
         * Left open (U4): A grant may have further fields.
         */
        OauthGrant: OauthGrant;
        /** An OAuth grant that was revoked through the API. */
        RevokedOauthGrant: components["schemas"]["OauthGrant"] & {
            /**
             * Always `revoked_from_api` here, because the grant was revoked through the API.
             * @constant
             */
            revoked_reason: "revoked_from_api";
        };
        /**
         * The cause of the suppression: `bounce` after a bounce, `complaint` after a user complaint, `manual` if the team suppressed the address.
         * @enum {string}
         */
        SuppressionOrigin: "bounce" | "complaint" | "manual";
        /**
         * Format: idn-email
         *
         * An email address. It may contain non-ASCII letters.
         *
         * Left open (U3): The response to a text that is not an email address is not specified.
         */
        EmailAddress: string;
        /** An address that the platform does not send to. */
        Suppression: Suppression;
        /** A page of suppressions. */
        SuppressionList: SuppressionList;
        /** An address to suppress. */
        NewSuppression: NewSuppression;
        /** The response to adding a suppression. It has no further fields. Retrieve the suppression to read those. */
        AddedSuppression: AddedSuppression;
        /**
         * A UTC timestamp with a space between date and time, milliseconds, and the offset `+00`. JavaScript's `Date` may not parse it.
         *
         * Matches `^\d{4}-(?!02-3|(0[469]|11)-31)(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}\+00$`.
         */
        ImportTimestamp: string;
        /** The result counters of an import. */
        ContactImportCounts: ContactImportCounts;
        /** An import of contacts. */
        ContactImport: ContactImport;
    };
    responses: {
        /** The request was rejected. For example, the key is missing or unknown, the team is not enrolled in the beta, a value is not allowed, or the resource does not exist. */
        Refused: {
            content?: never;
        };
    };
    parameters: {
        /** The identifier of the grant. */
        OauthGrantId: string;
        /**
         * The maximum number of suppressions to return.
         *
         * Default 20; at least 1; at most 100.
         *
         * Left open (U3): The response to a value above the maximum is not specified. The value may be rejected, or lowered to the maximum.
         */
        Limit: number;
        /** The id of a suppression. Only items after it are returned, without the item itself. Cannot be combined with `before`. */
        After: string;
        /** The id of a suppression. Only items before it are returned, without the item itself. Cannot be combined with `after`. */
        Before: string;
        /** Only suppressions of this origin are returned. */
        Origin: components["schemas"]["SuppressionOrigin"];
        /**
         * The identifier of the suppression, or the suppressed email address.
         *
         * Left open (U11): Whether addresses that differ only in case are equal is not specified.
         */
        SuppressionIdOrEmail: string;
        /** The identifier of the contact import. */
        ContactImportId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type UtcTimestamp = components['schemas']['UtcTimestamp'];
export type OauthGrant = {
    /**
     * Always `oauth_grant`.
     * @constant
     */
    object: "oauth_grant";
    /**
     * Format: uuid
     *
     * The identifier of the grant.
     */
    id: string;
    /**
     * When the grant was revoked.
     *
     * Format date-time; matches `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}Z$`.
     */
    revoked_at: components["schemas"]["UtcTimestamp"];
    /**
     * The reason for the revocation.
     *
     * Known values: `revoked_from_api`.
     *
     * Left open (U4): Reasons other than `revoked_from_api` are not specified.
     */
    revoked_reason: "revoked_from_api" | (string & {});
};
export type RevokedOauthGrant = components['schemas']['RevokedOauthGrant'];
export type SuppressionOrigin = components['schemas']['SuppressionOrigin'];
export type EmailAddress = components['schemas']['EmailAddress'];
export type Suppression = {
    /**
     * Always `suppression`.
     * @constant
     */
    object: "suppression";
    /**
     * Format: uuid
     *
     * The identifier of the suppression.
     */
    id: string;
    /**
     * The suppressed address.
     *
     * Format idn-email.
     *
     * Left open (U11): Whether the case of an address is preserved is not specified.
     */
    email: components["schemas"]["EmailAddress"];
    /** The cause of the suppression: `bounce` after a bounce, `complaint` after a user complaint, `manual` if the team suppressed the address. */
    origin: components["schemas"]["SuppressionOrigin"];
    /** The identifier of the email that led to the suppression. Null when the origin is `manual`. */
    source_id: string | null;
    /**
     * When the suppression was created.
     *
     * Format date-time; matches `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}Z$`.
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
export type SuppressionList = {
    /**
     * Always `list`.
     * @constant
     */
    object: "list";
    /** Whether more suppressions exist beyond this page. */
    has_more: boolean;
    /**
     * The suppressions of this page, at most `limit`.
     *
     * At most 100 items.
     */
    data: components["schemas"]["Suppression"][];
};
export type NewSuppression = {
    /**
     * The address to suppress.
     *
     * Format idn-email.
     */
    email: components["schemas"]["EmailAddress"];
};
export type AddedSuppression = {
    /**
     * Always `suppression`.
     * @constant
     */
    object: "suppression";
    /**
     * Format: uuid
     *
     * The identifier of the suppression.
     */
    id: string;
};
export type ImportTimestamp = components['schemas']['ImportTimestamp'];
export type ContactImportCounts = {
    /** The counter `total`. */
    total: number;
    /** The counter `created`. */
    created: number;
    /** The counter `updated`. */
    updated: number;
    /** The counter `skipped`. */
    skipped: number;
    /** The counter `failed`. */
    failed: number;
};
export type ContactImport = {
    /**
     * Always `contact_import`.
     * @constant
     */
    object: "contact_import";
    /**
     * Format: uuid
     *
     * The identifier of the import.
     */
    id: string;
    /**
     * The status of the import. `completed` is the only known value.
     *
     * Known values: `completed`.
     *
     * Left open (U5): Statuses other than `completed`, and transitions between statuses, are not specified.
     * @example completed
     */
    status: "completed" | (string & {});
    /**
     * When the import was created.
     *
     * Matches `^\d{4}-(?!02-3|(0[469]|11)-31)(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}\+00$`.
     */
    created_at: components["schemas"]["ImportTimestamp"];
    /**
     * When the import was completed. If the status is `completed`, this is a timestamp in the form of `created_at`.
     *
     * Left open (U5): The value while the import is unfinished is not specified. The field may be missing.
     * @example 2026-11-01 10:06:03.754+00
     */
    completed_at?: unknown;
    /** The result counters of an import. */
    counts: components["schemas"]["ContactImportCounts"];
};
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
            path: {
                /** The identifier of the grant. */
                oauth_grant_id: components["parameters"]["OauthGrantId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The grant does not exist, or is already revoked. Nothing has changed. */
            404: {
                content?: never;
            };
            /** The grant is revoked, and its tokens are invalid. */
            "2XX": {
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
                 * The maximum number of suppressions to return.
                 *
                 * Default 20; at least 1; at most 100.
                 *
                 * Left open (U3): The response to a value above the maximum is not specified. The value may be rejected, or lowered to the maximum.
                 */
                limit?: components["parameters"]["Limit"];
                /** The id of a suppression. Only items after it are returned, without the item itself. Cannot be combined with `before`. */
                after?: components["parameters"]["After"];
                /** The id of a suppression. Only items before it are returned, without the item itself. Cannot be combined with `after`. */
                before?: components["parameters"]["Before"];
                /** Only suppressions of this origin are returned. */
                origin?: components["parameters"]["Origin"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page with at most `limit` suppressions. */
            "2XX": {
                content: {
                    "application/json": components["schemas"]["SuppressionList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    addSuppression: {
        parameters: {};
        /** The address to suppress. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSuppression"];
            };
        };
        responses: {
            /** The address is suppressed. Use the returned `id` to retrieve the suppression. */
            "2XX": {
                content: {
                    "application/json": components["schemas"]["AddedSuppression"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    retrieveSuppression: {
        parameters: {
            path: {
                /**
                 * The identifier of the suppression, or the suppressed email address.
                 *
                 * Left open (U11): Whether addresses that differ only in case are equal is not specified.
                 */
                suppression: components["parameters"]["SuppressionIdOrEmail"];
            };
        };
        requestBody?: never;
        responses: {
            /** The suppression. */
            "2XX": {
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    retrieveContactImport: {
        parameters: {
            path: {
                /** The identifier of the contact import. */
                id: components["parameters"]["ContactImportId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The contact import. */
            "2XX": {
                content: {
                    "application/json": components["schemas"]["ContactImport"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
}
