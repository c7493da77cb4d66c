/** What the reference of the API describes of an operation. */
export interface ReferenceOperation {
  parameters: readonly string[];
  statuses: readonly string[];
  /** The keys of our examples of it, in their order. */
  examples: readonly string[];
}

/** The operations that the reference of the API describes, and their parts. */
export const OPERATIONS: Readonly<Record<string, ReferenceOperation>> = {
  revokeOauthGrant: {
    parameters: ["oauth_grant_id"],
    statuses: ["404", "2XX", "4XX"],
    examples: ["alreadyRevoked", "unknown", "active"],
  },
  addSuppression: { parameters: [], statuses: ["2XX", "4XX"], examples: ["manual"] },
  listSuppressions: {
    parameters: ["limit", "after", "before", "origin"],
    statuses: ["2XX", "4XX"],
    examples: ["firstPage", "nextPage", "previousPage", "emptyPage", "bounces", "complaints", "manual"],
  },
  retrieveSuppression: {
    parameters: ["suppression"],
    statuses: ["2XX", "4XX"],
    examples: ["bounce", "complaint", "manual", "byEmail"],
  },
  retrieveContactImport: { parameters: ["id"], statuses: ["2XX", "4XX"], examples: ["completed"] },
};

/** The fields of the objects that the reference describes, by the name of their schema. */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  OauthGrant: ["object", "id", "revoked_at", "revoked_reason"],
  Suppression: ["object", "id", "email", "origin", "source_id", "created_at"],
  SuppressionList: ["object", "has_more", "data"],
  NewSuppression: ["email"],
  AddedSuppression: ["object", "id"],
  ContactImport: ["object", "id", "status", "created_at", "completed_at", "counts"],
  ContactImportCounts: ["total", "created", "updated", "skipped", "failed"],
};

/** The security schemes that the reference describes. */
export const SCHEMES: readonly string[] = ["BearerAuth"];
