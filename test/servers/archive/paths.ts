import type { ServedRequest } from "../service.js";

/** The id in the path of a request, such as the one of a note. */
export function idIn({ path }: ServedRequest): string {
  return path.split("/")[2] ?? "";
}

/** The id of the project in the path of a request. */
export function projectIdIn(request: ServedRequest): number {
  return Number(idIn(request));
}
