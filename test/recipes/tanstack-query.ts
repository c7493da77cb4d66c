// Queries for TanStack Query. With the package of a framework, wrap each in its `queryOptions` or `infiniteQueryOptions`.
import { CallFailure, type Data, type Input, type TeamManagementApi, unwrap } from "team-api";
import type { operations } from "team-api/types";

type ListQuery = Omit<NonNullable<Input<operations["listSuppressions"]>["query"]>, "after" | "before">;

/** The part of the context of a query function that is used here. */
interface Context {
  signal: AbortSignal;
}

/** The queries of one client: their keys and functions. */
export function queriesOf(api: TeamManagementApi) {
  return {
    suppression: (suppression: string) => ({
      queryKey: ["suppressions", suppression] as const,
      queryFn: async ({ signal }: Context) =>
        unwrap(await api.retrieveSuppression({ path: { suppression } }, { signal })),
      retry,
    }),

    suppressions: (query: ListQuery = {}) => ({
      queryKey: ["suppressions", "list", query] as const,
      queryFn: async ({ signal, pageParam }: Context & { pageParam: string | null }) =>
        unwrap(
          await api.listSuppressions(
            { query: pageParam === null ? query : { ...query, after: pageParam } },
            { signal },
          ),
        ),
      initialPageParam: null,
      getNextPageParam: ({ has_more, data }: Data<operations["listSuppressions"]>) =>
        has_more ? (data.at(-1)?.id ?? null) : null,
      retry,
    }),
  };
}

/** A documented error response is final. Only other failures are retried. */
function retry(failures: number, error: Error): boolean {
  return failures < 3 && !(error instanceof CallFailure && error.name === "ErrorResponse");
}
