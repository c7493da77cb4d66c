/** The runtime under the generated client: it knows no endpoint, only what the contract tells it of each. */
export { type Call, connect, type PagedCall } from "./connect.js";
export { CallFailure, type FailureDetails, type FailureName } from "./failure.js";
export type { Input, OnlyOne } from "./input.js";
export type { OperationDescriptor, PagingDescriptor, SecurityScheme } from "./operation.js";
export type { CallOptions, ClientOptions, HeaderFields, Key } from "./options.js";
export { type Answer, type AnyResult, type Data, type Failed, type Result, unwrap } from "./result.js";
