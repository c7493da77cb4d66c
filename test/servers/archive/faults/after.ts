import { isSuccess, type Respond } from "../../change.js";
import type { ServedRequest, ServedResponse } from "../../service.js";
import type { ArchiveState } from "../state.js";

/** An operation that succeeded. */
interface Done {
  request: ServedRequest;
  response: ServedResponse;
  state: ArchiveState;
  /** The data before the operation. */
  before: ArchiveState;
  memory: Map<string, number>;
}

/** A copy of the data, which later changes leave as it is. */
function snapshot(state: ArchiveState): ArchiveState {
  const { projects, versions, notes, exports, files, covers } = state;
  return {
    ...state,
    projects: new Map(projects),
    versions: new Map(versions),
    notes: new Map(notes),
    exports: new Map(exports),
    files: new Map(files),
    covers: new Map(covers),
  };
}

/** Changes the data or the response after some operations succeeded. */
export function after(operations: readonly string[], act: (done: Done) => ServedResponse | undefined) {
  const respond: Respond<ArchiveState> = async (request, next, { operation = "", state, memory }) => {
    if (!operations.includes(operation)) return next();
    const before = snapshot(state);
    const response = await next();
    return isSuccess(response) ? (act({ request, response, state, before, memory }) ?? response) : response;
  };
  return respond;
}

/** Changes the requests to an operation, before the service reads them. */
export function inRequests(
  operation: string,
  change: (request: ServedRequest, state: ArchiveState) => ServedRequest | undefined,
) {
  const respond: Respond<ArchiveState> = (request, next, context) =>
    next(context.operation === operation ? (change(request, context.state) ?? request) : request);
  return respond;
}

/** Whether a request has a JSON Patch. */
export function isJsonPatch({ headers }: ServedRequest): boolean {
  return headers["content-type"]?.startsWith("application/json-patch+json") === true;
}
