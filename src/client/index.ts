/** The runtime of the generated client. It has no code for single endpoints; the generated descriptors have their facts. */

export { basicKey, bearerKey, headerKey, type Key, keyIn } from "../http/credentials.js";
export type { SecurityScheme } from "../openapi/operations/security.js";
export { byAddress, byBody, byLink } from "../statements/paging/kinds/address.js";
export { byCursor, byCursorOrAddress } from "../statements/paging/kinds/cursor.js";
export { byItem } from "../statements/paging/kinds/item.js";
export { byOffset } from "../statements/paging/kinds/offset.js";
export { byPage } from "../statements/paging/kinds/page.js";
export { byRange } from "../statements/paging/kinds/range.js";
export {
  bound,
  type Call,
  type ChoosingCall,
  type Connection,
  connect,
  type MiddlewareList,
  type PagedCall,
} from "./connect.js";
export * from "./extras.js";
export { CallFailure, type FailureDetails, type FailureName } from "./failure.js";
export type { Input, OnlyOne } from "./input.js";
export type { Middleware, MiddlewareContext } from "./middleware.js";
export type { OperationDescriptor, PagingDescriptor } from "./operation.js";
export type { CallOptions, ClientOptions, HeaderFields, LoadValidation, ValidationModule } from "./options.js";
export { isBeyondLast } from "./paging/pages.js";
export { directionOf, withParameters } from "./paging/steps.js";
export {
  type Answer,
  type AnyResult,
  type ByStatus,
  type Data,
  type Failed,
  type Result,
  type ResultOf,
  unwrap,
} from "./result.js";
export {
  type SingleCall,
  type SingleChoosingCall,
  type SinglePagedCall,
  singleCall,
  singlePagedCall,
} from "./single-operation.js";
export { byEvent, byLine, type ItemFailure, reconnection, type StreamDescriptor } from "./streaming/stream.js";
export {
  type SingleStreamedCall,
  type StreamedCall,
  type StreamItem,
  singleStreamedCall,
} from "./streaming/streamed-call.js";
