import type { Operation, Parameter } from "../../openapi/operation.js";
import { pointerTo } from "../../openapi/pointer.js";
import type { Case } from "../case.js";
import type { Environment } from "../environment.js";
import { placesOf, promisesStated } from "../proves.js";
import { leadsBack, leadsOn } from "./paging/cursors.js";
import { filters, filtersOf } from "./paging/filters.js";
import { type Look, whileStill } from "./paging/look.js";
import { meetsEveryItemOnce } from "./paging/once.js";
import { boundsOf, defaultOf, hasDefaultSize, holdsNoMore } from "./paging/page-size.js";
import { type PagedList, parameterOf } from "./paging/walk.js";

/** What the document declares of a paged list (`x-pagination`), walked and compared. */
export function pagingCases(environment: Environment, operation: Operation): Case[] {
  const { pagination } = operation;
  if (!pagination || operation.method !== "get") return [];
  const list: PagedList = { operation, pagination };
  const at = (name: string) => pointerTo(operation.pointer, "x-pagination", name);
  const size = pagination.pageSize === undefined ? undefined : parameterOf(list, pagination.pageSize);
  const answers = operation.responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap((each) => placesOf(environment.document, each));

  const paged = (
    what: string,
    places: string[],
    check: (look: Look) => Promise<void>,
    parameter?: Parameter,
  ): Case => ({
    name: `${operation.id} › ${what}`,
    kind: "paging",
    operation,
    proves: [
      ...new Set([
        ...promisesStated(environment.promises, operation.id, places, true).filter(
          (id) => !proved(answers).includes(id),
        ),
        ...proved(answers),
      ]),
    ],
    writes: false,
    ...(parameter ? { parameter: parameter.name } : {}),
    run: (run) => whileStill(run, list, (walk) => check({ run, list, whole: walk, places })),
  });
  const proved = (places: string[]) => promisesStated(environment.promises, operation.id, places, false);

  return [
    paged("pages to the end meet every item once", [at("hasMore")], meetsEveryItemOnce),
    ...(size
      ? [paged("pages hold no more than asked for", [at("pageSize"), ...boundsOf(size)], holdsNoMore, size)]
      : []),
    ...(size && defaultOf(size) !== undefined
      ? [
          paged(
            "the default page size is the documented one",
            [pointerTo(size.schemaPointer, "default")],
            (look) => hasDefaultSize(look, filtersOf(environment, list)),
            size,
          ),
        ]
      : []),
    paged(
      "a cursor leads to what follows it",
      [at("forward"), ...pointerOf(list, pagination.forward.parameter)],
      leadsOn,
    ),
    ...(pagination.backward
      ? [
          paged(
            "a cursor leads back to what precedes it",
            [at("backward"), ...pointerOf(list, pagination.backward.parameter)],
            leadsBack,
          ),
        ]
      : []),
    ...filtersOf(environment, list).map(({ parameter, property, values }) =>
      paged(
        `${parameter.name} lists what it names, and all of it`,
        [parameter.pointer],
        (look) => filters(look, parameter, property, values),
        parameter,
      ),
    ),
  ];
}

function pointerOf(list: PagedList, name: string): string[] {
  const parameter = parameterOf(list, name);
  return parameter ? [parameter.pointer] : [];
}
