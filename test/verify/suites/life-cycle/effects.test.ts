import { expect, test } from "vitest";
import { asObject } from "#openapi/document/document.js";
import { sample } from "#test/sample.js";
import { runOnAlbums, type Steps } from "./albums.js";

test("an honest server has no finding", async () => {
  expect(await runOnAlbums({})).toEqual({ failures: [], warnings: [] });
});

test("an invalid change that a server accepts is no wrong effect: its list has it too", async () => {
  expect((await runOnAlbums({ isLenient: true })).warnings).toEqual([]);
});

test.each<[title: string, steps: Steps]>([
  [
    "derives a field from the title",
    {
      store: (albums, id, write) => void (write === "patch" && Object.assign(albums.get(id) ?? {}, { updated: true })),
    },
  ],
  [
    "lists shortened labels",
    { list: (items) => items.map((item) => ({ ...item, label: `${String(item.label).slice(0, 40)}…` })) },
  ],
])("a server that %s has no failure", async (_, steps) => {
  expect((await runOnAlbums(steps)).failures).toEqual([]);
});

test("a value that a server makes of a sent one is no change of another field", async () => {
  const { warnings } = await runOnAlbums({
    store(albums, id, write, before) {
      const own = albums.get(id);
      if (write === "patch" && own && own.title !== before?.title && own.label === before?.label)
        own.label = `By ${own.title}`;
    },
  });
  expect(warnings.filter((warning) => warning.includes("/label, which was not sent"))).toEqual([]);
});

/** The album before the one with an id. */
const previous = (id: number) => id - 1;

test.each(
  sample<[title: string, warning: RegExp, steps: Steps]>(
    [
      [
        "changes the album before as well",
        /changed \/title of another resource, \d+$/,
        {
          store(albums, id, write) {
            const other = albums.get(previous(id));
            if (write === "patch" && other) other.title = albums.get(id)?.title ?? "";
          },
        },
      ],
      [
        "deletes the album before as well",
        /removed another resource, \d+$/,
        { store: (albums, id, write) => void (write === "delete" && albums.delete(previous(id))) },
      ],
      [
        "deletes the album after it as well",
        /removed another resource, \d+$/,
        { store: (albums, id, write) => void (write === "delete" && albums.delete(id + 1)) },
      ],
      [
        "removes the format when others are changed",
        /removed \/format, which was not sent/,
        {
          store(albums, id, write, before) {
            const own = albums.get(id);
            if (write === "patch" && own && before && own.format === before.format && own.title !== before.title)
              delete own.format;
          },
        },
      ],
      [
        "keeps a story that is set to null",
        /kept \/story, which was set to null/,
        {
          store(albums, id, write, before) {
            const own = albums.get(id);
            if (write === "patch" && own?.story === null) own.story = before?.story ?? null;
          },
        },
      ],
      [
        "stores the first 60 characters of a story",
        /stored a part of \/story/,
        {
          store(albums, id, write) {
            const own = albums.get(id);
            if (write === "patch" && typeof own?.story === "string") own.story = own.story.slice(0, 60);
          },
          respond: (stored, write) => (write === "patch" ? {} : stored),
        },
      ],
      [
        "replaces credits that it says it merges",
        /changed \/credits\/.*, which was not sent, although \/credits is merged/,
        {
          store(albums, id, write, before) {
            const own = albums.get(id);
            const [first] = Object.entries(asObject(own?.credits)).toReversed();
            if (write === "patch" && own && first && own.credits !== before?.credits)
              own.credits = Object.fromEntries([first]);
          },
        },
      ],
      [
        "lists archived albums again when they are changed",
        /changed \/state, which was not sent/,
        {
          store: (albums, id, write) =>
            void (write === "patch" && Object.assign(albums.get(id) ?? {}, { state: "listed" })),
        },
      ],
      [
        "keeps archived albums that it deletes",
        /DELETE \/albums\/\{id\} succeeded, but the resource still exists/,
        {
          store: (albums, id, write, before) =>
            void (write === "delete" && before?.state === "archived" && albums.set(id, before)),
        },
      ],
      [
        "does not list archived albums, also where they are asked for",
        /does not list a resource by its state/,
        { list: (items) => items.filter(({ state }) => state !== "archived") },
      ],
      [
        "takes back the star of an album that returns from the archive",
        /but \/starred is not as it was before/,
        {
          store: (albums, id, write) =>
            void (write === "unarchive" && Object.assign(albums.get(id) ?? {}, { starred: false, stars_count: 0 })),
        },
      ],
      [
        "takes back the stars of all albums",
        /changed \/starred of another resource, \d+$/,
        {
          store(albums, _, write) {
            if (write === "unstar") for (const album of albums.values()) album.starred = false;
          },
        },
      ],
      [
        "forgets stars that it confirms",
        /confirmed another \/starred than the resource has afterwards/,
        {
          store: (albums, id, write, before) => void (write === "star" && before && albums.set(id, before)),
          respond: (stored, write) => (write === "star" ? { ...stored, starred: true, stars_count: 1 } : stored),
        },
      ],
      [
        "archives nothing",
        /archive succeeded, but \/state of the resource does not show it/,
        { store: (albums, id, write, before) => void (write === "archive" && before && albums.set(id, before)) },
      ],
      [
        "counts a star twice",
        /star succeeded, but \/stars_count of the resource does not show it/,
        {
          store: (albums, id, write) =>
            void (write === "star" && Object.assign(albums.get(id) ?? {}, { stars_count: 2 })),
        },
      ],
      [
        "keeps what is taken back",
        /DELETE \/albums\/\{id\}\/archive succeeded, but \/state is not as it was before/,
        { store: (albums, id, write, before) => void (write === "unarchive" && before && albums.set(id, before)) },
      ],
      [
        "does not stop the sales that it started",
        /POST \/albums\/\{id\}\/stop-sales succeeded, but \/sales is not as it was before/,
        { store: (albums, id, write, before) => void (write === "stop-sales" && before && albums.set(id, before)) },
      ],
      [
        "stops the sales of all albums",
        /stop-sales for \d+ changed \/sales of another resource, \d+$/,
        {
          store(albums, _, write) {
            if (write === "stop-sales") for (const album of albums.values()) album.sales = "closed";
          },
        },
      ],
      [
        "removes the genres of archived albums",
        /changed \/genres, which has its own value/,
        {
          store: (albums, id, write) =>
            void (write === "archive" && Object.assign(albums.get(id) ?? {}, { genres: [] })),
        },
      ],
      [
        "forgets the credits of archived albums",
        /changed \/credits\/.+, which has its own value/,
        {
          store: (albums, id, write) =>
            void (write === "archive" && Object.assign(albums.get(id) ?? {}, { credits: {} })),
        },
      ],
      [
        "sends another album than the one that is starred",
        /responds with another resource than the requested one/,
        { respond: (stored, write, albums) => (write === "star" ? ([...albums.values()][0] ?? stored) : stored) },
      ],
      [
        "changes the label to the title",
        /changed \/label, which was not sent/,
        {
          store(albums, id, write, before) {
            const own = albums.get(id);
            if (write === "patch" && own && own.title !== before?.title) own.label = own.title ?? "";
          },
        },
      ],
      [
        "moves the time of the creation",
        /\/created_at, which was not sent/,
        {
          store: (albums, id, write) =>
            void (write === "patch" && Object.assign(albums.get(id) ?? {}, { created_at: "2031-01-01T00:00:00Z" })),
        },
      ],
      [
        "adds changed genres to the stored ones",
        /added to \/genres in place of replacing it/,
        {
          store(albums, id, write, before) {
            const own = albums.get(id);
            if (write !== "patch" || !own || !before || own.genres === before.genres) return;
            if (Array.isArray(own.genres) && Array.isArray(before.genres)) {
              own.genres = [...new Set([...before.genres, ...own.genres])];
            }
          },
        },
      ],
      [
        "lists titles in capitals",
        /lists another \/title than the resource has/,
        { list: (items) => items.map((item) => ({ ...item, title: String(item.title).toUpperCase() })) },
      ],
      [
        "lists another number than the creation and the resource show",
        /lists another \/stars_count than the resource has/,
        { list: (items) => items.map((item) => ({ ...item, stars_count: Number(item.stars_count) + 5 })) },
      ],
      [
        "lists no label",
        /lists another \/label than the resource has/,
        { list: (items) => items.map((item) => ({ ...item, label: null })) },
      ],
      [
        "lists an album twice",
        /created a resource with the identifier of another one/,
        { list: (items) => items.flatMap((item) => [item, item]) },
      ],
      [
        "does not store the format",
        /does not have the sent \/format/,
        { store: (albums, id, write) => void (write === "create" && delete albums.get(id)?.format) },
      ],
      [
        "does not find albums by their label",
        /does not list a resource by its label/,
        { list: (items, label) => (label === null ? items : []) },
      ],
      [
        "forgets added notes",
        /GET \/albums\/\{id\}\/notes does not list what POST \/albums\/\{id\}\/notes added/,
        { notes: () => [] },
      ],
      [
        "lists other notes than were added",
        /lists another \/text than POST \/albums\/\{id\}\/notes added/,
        { notes: (all) => all.map((note) => ({ ...note, text: "another text" })) },
      ],
    ],
    10,
  ),
)("a server that %s is seen", async (_, warning, steps) => {
  const { warnings } = await runOnAlbums(steps);
  expect(warnings).toContainEqual(expect.stringMatching(warning));
});

test.each(
  sample<[title: string, failure: RegExp, steps: Steps]>(
    [
      [
        "stores a new album that it rejects",
        /POST \/albums rejected the request, but stored a part of it/,
        {
          rejected: (albums, id, body) =>
            void (id === undefined && albums.set(900 + albums.size, { id: 900 + albums.size, ...body })),
        },
      ],
      [
        "stores the valid part of a change that it rejects",
        /PATCH \/albums\/\{id\} rejected the request, but stored a part of it/,
        {
          rejected(albums, id, body) {
            const own = id === undefined ? undefined : albums.get(id);
            if (own && typeof body.title === "string") own.title = body.title;
          },
        },
      ],
    ],
    5,
  ),
)("a server that %s fails", async (_, failure, steps) => {
  const { failures } = await runOnAlbums(steps);
  expect(failures).toContainEqual(expect.stringMatching(failure));
});

test.each<Steps>([{ envelope: { album: null } }, { envelope: { status: "ok", album: null } }])(
  "albums in an envelope are followed like others: $envelope",
  async (steps) => {
    expect(await runOnAlbums(steps)).toEqual({ failures: [], warnings: [] });
    const archivesNothing: Steps = {
      ...steps,
      store: (albums, id, write, before) => void (write === "archive" && before && albums.set(id, before)),
    };
    const { warnings } = await runOnAlbums(archivesNothing);
    expect(warnings).toContainEqual(expect.stringMatching(/archive succeeded, but \/state of the resource/));
  },
);
