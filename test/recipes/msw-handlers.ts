// Handlers for Mock Service Worker, for unit tests of a frontend. Paths and bodies have the types of the contract.
import { HttpResponse, http } from "msw";
import type { Data, Input } from "team-api";
import type { operations, paths, Suppression } from "team-api/types";

type PathOf<Id extends keyof operations> = NonNullable<operations[Id]["parameters"]["path"]>;

/** A path of the contract in the syntax of MSW, at any address. */
function anywhere(path: keyof paths): string {
  return `*${path.replace(/\{(\w+)\}/g, ":$1")}`;
}

/** Handlers for a list of suppressions. */
export function handlersOf(suppressions: Suppression[]) {
  return [
    http.get<never, never, Data<operations["listSuppressions"]>>(anywhere("/suppressions"), () =>
      HttpResponse.json({ object: "list", has_more: false, data: suppressions }),
    ),

    http.get<PathOf<"retrieveSuppression">, never, Data<operations["retrieveSuppression"]>>(
      anywhere("/suppressions/{suppression}"),
      ({ params: { suppression } }) => {
        const found = suppressions.find(({ id, email }) => id === suppression || email === suppression);
        return found ? HttpResponse.json(found) : new HttpResponse(null, { status: 404 });
      },
    ),

    http.post<never, Input<operations["addSuppression"]>["body"], Data<operations["addSuppression"]>>(
      anywhere("/suppressions"),
      async ({ request }) => {
        const { email } = await request.json();
        const id = crypto.randomUUID();
        const created_at = new Date().toISOString();
        suppressions.push({ object: "suppression", id, email, origin: "manual", source_id: null, created_at });
        return HttpResponse.json({ object: "suppression", id }, { status: 201 });
      },
    ),
  ];
}
