// Generated from openapi/ (Team Management API 0.1.0) by `npm run generate`. Change the contract, not this file.

import type { HttpHandler } from "msw";
import type { ContractHandlers } from "../src/mock/msw/handlers.js";
import { contractHandlers } from "../src/mock/msw/handlers.js";
import type { TeamManagementApi } from "./client.js";
import { document } from "./document.js";

export type { AnyReply, HandlerOptions, OperationName, Override, Overrides, Reply } from "../src/mock/msw/index.js";

const contract: ContractHandlers<TeamManagementApi, HttpHandler> = contractHandlers(document, { revokeOauthGrant: ["delete", "/oauth/grants/{oauth_grant_id}"], addSuppression: ["post", "/suppressions"], listSuppressions: ["get", "/suppressions"], retrieveSuppression: ["get", "/suppressions/{suppression}"], retrieveContactImport: ["get", "/contacts/imports/{id}"] });

/** Handlers of Mock Service Worker for all operations, with the examples of the contract. */
export const handlers: ContractHandlers<TeamManagementApi, HttpHandler>["handlers"] = contract.handlers;

/** A handler of Mock Service Worker for one operation. */
export const handler: ContractHandlers<TeamManagementApi, HttpHandler>["handler"] = contract.handler;
