import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { createElement as element, type FormEvent, type ReactNode, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { Screen } from "./screens.js";

type Fields = Record<string, unknown>;

/** A page of a list, and the value that leads to the page after it. */
interface ListPage {
  items: Fields[];
  next: string | undefined;
}

/** Requests of a screen, as any frontend sends them. */
function requests({ url, key, collection, items, next, size, identifier }: Screen) {
  const send = async (method: string, path: string, body?: object): Promise<Fields> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...key, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    const text = await response.text();
    return text === "" ? {} : JSON.parse(text);
  };
  return {
    send,
    async page(cursor: string | undefined): Promise<ListPage> {
      const query = new URLSearchParams({ [size.parameter]: String(size.value) });
      if (cursor !== undefined) query.set(next.parameter, cursor);
      const body = await send("GET", `${collection}?${query}`);
      const list = Object(body)[items];
      switch (next.by) {
        case "cursor":
          return { items: list, next: cursorOf(Object(body.meta)[next.field]) };
        case "item":
          return { items: list, next: body.has_more ? cursorOf(list.at(-1)[identifier]) : undefined };
        case "page":
          return { items: list, next: list.length < size.value ? undefined : cursorOf(Number(cursor ?? 1) + 1) };
      }
    },
  };
}

function cursorOf(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}

const initial: string | undefined = undefined;
const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } });

function App({ screen }: { screen: Screen }): ReactNode {
  const { page, send } = requests(screen);
  const { collection, identifier, field } = screen;
  const [selected, select] = useState<string>();
  const list = useInfiniteQuery({
    queryKey: [collection],
    queryFn: ({ pageParam }) => page(pageParam),
    initialPageParam: initial,
    getNextPageParam: (last) => last.next,
  });
  const create = useMutation({
    mutationFn: (text: string) => send("POST", collection, { ...screen.body, [field]: text }),
    onSuccess: () => client.invalidateQueries({ queryKey: [collection] }),
  });
  const remove = useMutation({
    mutationFn: (id: string) => send("DELETE", `${collection}/${id}`),
    onSuccess: () => {
      select(undefined);
      return client.invalidateQueries({ queryKey: [collection] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(String(new FormData(event.currentTarget).get(field)));
  };
  const more = () => {
    if (list.hasNextPage && !list.isFetching) list.fetchNextPage();
  };
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = all.map((item) => {
    const id = String(item[identifier]);
    const text = String(item[field]);
    return element("li", { key: id }, element("button", { type: "button", onClick: () => select(id) }, text));
  });
  return element(
    "main",
    null,
    element(
      "form",
      { onSubmit: submit },
      element("input", { name: field }),
      element("button", { type: "submit" }, "Add"),
    ),
    element("div", { id: "list", style: { height: 120, overflow: "auto" }, onScroll: more }, element("ul", null, rows)),
    element("p", { id: "state" }, list.isFetching ? "loading" : list.hasNextPage ? "more" : "end"),
    element("p", { id: "error" }, String(list.error ?? create.error ?? remove.error ?? "")),
    selected === undefined
      ? null
      : element(Detail, { screen, id: selected, remove: screen.canDelete ? () => remove.mutate(selected) : undefined }),
  );
}

function Detail(props: { screen: Screen; id: string; remove: (() => void) | undefined }): ReactNode {
  const { screen, id, remove } = props;
  const { collection, field, envelope } = screen;
  const detail = useQuery({
    queryKey: [collection, id],
    queryFn: () => requests(screen).send("GET", `${collection}/${encodeURIComponent(id)}`),
  });
  const resource = Object(envelope === undefined ? detail.data : detail.data?.[envelope]);
  return element(
    "section",
    null,
    element("h1", null, String(resource[field] ?? "")),
    remove && element("button", { type: "button", id: "delete", onClick: remove }, "Delete"),
  );
}

/** Shows a screen in an element of the page. */
export function show(screen: Screen, place: HTMLElement): Root {
  const root = createRoot(place);
  client.clear();
  root.render(element(QueryClientProvider, { client }, element(App, { screen })));
  return root;
}
