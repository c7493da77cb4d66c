// Generated from openapi/ (Team Management API 0.1.0) by `npm run generate`. Change the contract, not this file.

import type { ValidationModule } from "../src/client/index.js";
import * as s from "../src/schemas/index.js";
import type { components } from "./schema.js";

const revokedOauthGrantRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(oauthGrantRule, s.all(s.type("object"), s.required("revoked_reason"), s.members({ properties: { "revoked_reason": s.all(s.type("string"), s.among("revoked_from_api")) } }))));
const addedSuppressionRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("object"), s.required("object", "id"), s.members({ properties: { "object": s.all(s.type("string"), s.among("suppression")), "id": s.all(s.type("string"), s.matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "must be of the format uuid")) }, rest: s.never })));
const suppressionListRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("object"), s.required("object", "has_more", "data"), s.members({ properties: { "object": s.all(s.type("string"), s.among("list")), "has_more": s.type("boolean"), "data": s.all(s.type("array"), s.maxItems(100), s.items(suppressionRule)) } })));
const suppressionRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("object"), s.required("object", "id", "email", "origin", "source_id", "created_at"), s.members({ properties: { "object": s.all(s.type("string"), s.among("suppression")), "id": s.all(s.type("string"), s.matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "must be of the format uuid")), "email": emailAddressRule, "origin": suppressionOriginRule, "source_id": s.type("string", "null"), "created_at": utcTimestampRule } }), s.one(s.all(s.required("origin", "source_id"), s.members({ properties: { "origin": s.all(s.type("string"), s.among("manual")), "source_id": s.type("null") } })), s.all(s.required("origin", "source_id"), s.members({ properties: { "origin": s.all(s.type("string"), s.among("bounce", "complaint")), "source_id": s.type("string", "null") } })))));
const contactImportRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("object"), s.required("object", "id", "status", "created_at", "counts"), s.members({ properties: { "object": s.all(s.type("string"), s.among("contact_import")), "id": s.all(s.type("string"), s.matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "must be of the format uuid")), "status": s.type("string"), "created_at": importTimestampRule, "completed_at": s.all(), "counts": contactImportCountsRule } }), s.when(s.all(s.required("status"), s.members({ properties: { "status": s.among("completed") } })), s.all(s.required("completed_at"), s.members({ properties: { "completed_at": importTimestampRule } })), s.all())));
const utcTimestampRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("string"), s.matches(new RegExp("^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)\\.\\d{3}Z$", "u")), s.format("date-time", s.isDateTime)));
const oauthGrantRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("object"), s.required("object", "id", "revoked_at", "revoked_reason"), s.members({ properties: { "object": s.all(s.type("string"), s.among("oauth_grant")), "id": s.all(s.type("string"), s.matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "must be of the format uuid")), "revoked_at": utcTimestampRule, "revoked_reason": s.type("string") } })));
const suppressionOriginRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("string"), s.among("bounce", "complaint", "manual")));
const emailAddressRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("string"), s.matches(/^.+@[^@]+$/s, "must be of the format idn-email")));
const newSuppressionRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("object"), s.required("email"), s.members({ properties: { "email": emailAddressRule } })));
const importTimestampRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("string"), s.matches(new RegExp("^\\d{4}-(?!02-3|(0[469]|11)-31)(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01]) ([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)\\.\\d{3}\\+00$", "u"))));
const contactImportCountsRule: s.Rule = /* @__PURE__ */ s.later(() => s.all(s.type("object"), s.required("total", "created", "updated", "skipped", "failed"), s.members({ properties: { "total": s.type("integer"), "created": s.type("integer"), "updated": s.type("integer"), "skipped": s.type("integer"), "failed": s.type("integer") } })));

export const UtcTimestampSchema: s.Schema<components["schemas"]["UtcTimestamp"]> = /* @__PURE__ */ s.schemaOf(utcTimestampRule);
export const OauthGrantSchema: s.Schema<components["schemas"]["OauthGrant"]> = /* @__PURE__ */ s.schemaOf(oauthGrantRule);
export const RevokedOauthGrantSchema: s.Schema<components["schemas"]["RevokedOauthGrant"]> = /* @__PURE__ */ s.schemaOf(revokedOauthGrantRule);
export const SuppressionOriginSchema: s.Schema<components["schemas"]["SuppressionOrigin"]> = /* @__PURE__ */ s.schemaOf(suppressionOriginRule);
export const EmailAddressSchema: s.Schema<components["schemas"]["EmailAddress"]> = /* @__PURE__ */ s.schemaOf(emailAddressRule);
export const SuppressionSchema: s.Schema<components["schemas"]["Suppression"]> = /* @__PURE__ */ s.schemaOf(suppressionRule);
export const SuppressionListSchema: s.Schema<components["schemas"]["SuppressionList"]> = /* @__PURE__ */ s.schemaOf(suppressionListRule);
export const NewSuppressionSchema: s.Schema<components["schemas"]["NewSuppression"]> = /* @__PURE__ */ s.schemaOf(newSuppressionRule);
export const AddedSuppressionSchema: s.Schema<components["schemas"]["AddedSuppression"]> = /* @__PURE__ */ s.schemaOf(addedSuppressionRule);
export const ImportTimestampSchema: s.Schema<components["schemas"]["ImportTimestamp"]> = /* @__PURE__ */ s.schemaOf(importTimestampRule);
export const ContactImportCountsSchema: s.Schema<components["schemas"]["ContactImportCounts"]> = /* @__PURE__ */ s.schemaOf(contactImportCountsRule);
export const ContactImportSchema: s.Schema<components["schemas"]["ContactImport"]> = /* @__PURE__ */ s.schemaOf(contactImportRule);

/** Validates the bodies of responses by these schemas. For the option `validate` of the client. */
export const validated: ValidationModule["validated"] = /* @__PURE__ */ s.responsesBy({
  "delete /oauth/grants/{oauth_grant_id}": { "2XX": { "application/json": revokedOauthGrantRule } },
  "post /suppressions": { "2XX": { "application/json": addedSuppressionRule } },
  "get /suppressions": { "2XX": { "application/json": suppressionListRule } },
  "get /suppressions/{suppression}": { "2XX": { "application/json": suppressionRule } },
  "get /contacts/imports/{id}": { "2XX": { "application/json": contactImportRule } },
});
