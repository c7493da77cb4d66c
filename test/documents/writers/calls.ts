/** Code of a user for each document of this folder: ten calls, without a cast and without `contentType`. */
export interface WriterCalls {
  file: string;
  code: string;
}

// Where a server of the framework is in servers/, the calls follow each other: what was created is changed and removed.
export const CALLS: readonly WriterCalls[] = [
  {
    file: "nestjs.json",
    code: `const one = await api.ticketsControllerFindOne({ path: { id: "1" } });
      if (one.ok) text(one.data.title, one.data.meta.anything, one.data.owner?.name);
      else text(one.error?.message);
      unwrap(await api.ticketsControllerFindAll({ query: { page: 1, tags: ["a", "b"] } })).map(({ id }) => id.toFixed());
      const { id } = unwrap(await api.ticketsControllerCreate({ body: { title: "a" } }));
      const changed = await api.ticketsControllerUpdate({ path: { id: String(id) }, body: { title: "b", level: levels.High } });
      if (changed.ok) text(changed.data.level === levels.High, changed.data.createdAt);
      text(unwrap(await api.ticketsControllerUpload({ path: { id: "1" }, body: { file: new Blob(["x"]) } })).size.toFixed());
      await api.ticketsControllerUpload({ path: { id: "1" }, body: filled });
      text(await unwrap(await api.ticketsControllerDownload({ path: { id: "1" } })).text());
      text(unwrap(await api.ticketsControllerExport()).padEnd(1));
      for await (const { title, level } of api.ticketsControllerEvents.stream()) text(title, level);
      const none: undefined = unwrap(await api.ticketsControllerRemove({ path: { id: String(id) } }));
      export const high: [1, undefined] = [levels.High, none];
      export const missing = async () => {
        const gone = await api.ticketsControllerFindOne({ path: { id: "999" } });
        return !gone.ok && gone.status === 404 ? gone.error.message : "found";
      };`,
  },
  {
    file: "tsoa.json",
    code: `const one = await api.getTicket({ path: { id: 1 } });
      if (one.ok) text(one.data.title, one.data.meta.any, one.data.owner?.name);
      else text(one.error?.message);
      unwrap(await api.listTickets()).map(({ level }) => level === 1);
      unwrap(await api.listTickets({ query: { page: 1, tags: ["a", "b"] } })).map(({ id }) => id.toFixed());
      const { id } = unwrap(await api.createTicket({ body: { title: "a", level: 0, meta: { any: 1 } } }));
      text(unwrap(await api.updateTicket({ path: { id }, body: { owner: { name: "Kim" } } })).owner?.name);
      await api.upload({ path: { id: 1 }, body: { file: new File(["x"], "x") } });
      await api.upload({ path: { id: 1 }, body: filled });
      const file = await api.download({ path: { id: 1 } });
      if (file.ok) text(file.data);
      text(unwrap(await api.exportTickets()).padEnd(1));
      const none: undefined = unwrap(await api.deleteTicket({ path: { id } }));
      export const low: [0, undefined] = [levels[0], none];
      export const missing = async () => {
        const gone = await api.getTicket({ path: { id: 999 } });
        return !gone.ok && gone.status === 404 ? gone.error.message : "found";
      };`,
  },
  {
    file: "hono.json",
    code: `const first = "0193a5a0-7c1e-7d3b-9f0e-2b6f8c1d4e5a";
      const one = await api.getTicket({ path: { id: first } });
      if (one.ok) text(one.data.title, one.data.owner, one.data.tags?.[0]);
      else text(one.error?.message);
      unwrap(await api.listTickets({ query: { tags: ["a", "b"] } })).map(({ priority }) => priority === "low");
      unwrap(await api.listTickets({ query: { page: 1, tags: ["a", "b"] } }));
      const { id } = unwrap(await api.createTicket({ body: { title: "a", priority: "high", owner: null } }));
      text(unwrap(await api.updateTicket({ path: { id }, body: { tags: ["a"] } })).tags?.[0]);
      text(unwrap(await api.addFile({ path: { id }, body: { file: new File(["x"], "x"), note: "n" } })).size.toFixed());
      text(unwrap(await api.addFile({ path: { id }, body: filled })).size.toFixed());
      text(unwrap(await api.exportTickets()).padEnd(1));
      for await (const { title, tags } of api.watch.stream()) text(title, tags?.length);
      export const none: undefined = unwrap(await api.deleteTicket({ path: { id } }));
      export const missing = async () => {
        const gone = await api.getTicket({ path: { id: "0193a5a0-7c1e-7d3b-9f0e-2b6f8c1d4e5b" } });
        return !gone.ok && gone.status === 404 ? gone.error.message : "found";
      };`,
  },
  {
    file: "fastify-swagger.json",
    code: `const one = await api.getTicket({ path: { id: 1 } });
      if (one.ok) text(one.data.title, one.data.owner, one.data.meta?.any);
      else text(one.error?.message);
      unwrap(await api.getTickets({ query: { page: 1, q: "i" } })).map(({ id }) => id.toFixed());
      unwrap(await api.getTickets()).map(({ title }) => title.padEnd(1));
      const { id } = unwrap(await api.createTicket({ body: { title: "a" } }));
      text(unwrap(await api.updateTicket({ path: { id }, body: { owner: null } })).owner);
      text(unwrap(await api.updateTicket({ path: { id }, body: { title: "b", owner: "Kim" } })).owner);
      text(unwrap(await api.addFile({ path: { id }, body: { file: new Blob(["x"]), note: "n" } })).size.toFixed());
      text(unwrap(await api.addFile({ path: { id }, body: filled })).size.toFixed());
      text(unwrap(await api.exportTickets()).padEnd(1));
      export const none: undefined = unwrap(await api.deleteTicket({ path: { id } }));
      export const missing = async () => {
        const gone = await api.getTicket({ path: { id: 999 } });
        return !gone.ok && gone.status === 404 ? gone.error.message : "found";
      };`,
  },
  {
    file: "elysia.json",
    code: `const one = await api.getTicketsById({ path: { id: 1 } });
      if (one.ok) text(one.data.title, one.data.owner, one.data.priority === "low");
      else text(one.error?.message);
      unwrap(await api.getTickets({ query: { page: 1, tags: ["a", "b"] } })).map(({ id }) => id.toFixed());
      const { id } = unwrap(await api.postTickets({ body: { title: "a" } }));
      await api.postTickets({ body: { title: "a", file: new Blob(["x"]) } });
      await api.postTickets({ body: filled });
      text(unwrap(await api.patchTicketsById({ path: { id }, body: { owner: null } })).owner);
      text(unwrap(await api.postTicketsByIdFile({ path: { id }, body: { file: new Blob(["x"]) } })).size.toFixed());
      text(unwrap(await api.postTicketsByIdFile({ path: { id }, body: filled })).size.toFixed());
      text(unwrap(await api.getExport()).padEnd(1));
      const none = unwrap(await api.deleteTicketsById({ path: { id } }));
      export const nothing: undefined = none;
      export const missing = async () => {
        const gone = await api.getTicketsById({ path: { id: 999 } });
        return !gone.ok && gone.status === 404 ? gone.error.message : "found";
      };`,
  },
  {
    file: "springdoc.yaml",
    code: `const one = await api.getTicket({ path: { id: 1 } });
      if (one.ok) text(one.data.title, one.data.meta?.any?.deep);
      else text(one.error?.message);
      text(unwrap(await api.listTickets({ query: { pageable: { page: 0, sort: ["title,asc", "id"] } } })).content?.[0]?.title);
      for await (const { title } of api.listTickets.items({ query: { pageable: {} } })) text(title);
      const made = await api.createTicket({ body: { ticket: { title: "a" }, file: new Blob(["x"]) } });
      if (made.ok) text(made.response.headers.get("Location").length);
      await api.createTicket({ body: { ticket: { title: "a", meta: { any: { deep: 1 } } } } });
      text(unwrap(await api.updateTicket({ path: { id: 1 }, body: { title: "b" } })).title);
      const gone = await api.deleteTicket({ path: { id: 1 } });
      if (!gone.ok && gone.status === 404) text(gone.error.message);
      text(await unwrap(await api.download({ path: { id: 1 } })).text());
      text(unwrap(await api.listTickets({ query: { pageable: { size: 2, sort: [] } } })).last);
      export const name: string = unwrap(await api.name());`,
  },
  {
    file: "swashbuckle.yaml",
    code: `const one = await api.getTicket({ path: { id: 1 } });
      if (one.ok) text(one.data.title, one.data.level === levels.High);
      else text(one.error?.title, one.error?.anything);
      unwrap(await api.listTickets({ query: { Page: 1, Levels: [levels.Low, 1] } })).map(({ title }) => title?.padEnd(1));
      text(unwrap(await api.createTicket({ body: { title: "a", level: 1 } })).title);
      await api.updateTicket({ path: { id: 1 }, body: { title: null } });
      unwrap(await api.listTickets()).at(0)?.level?.toFixed();
      await api.addFile({ path: { id: 1 }, body: { file: new Blob(["x"]), note: "n" } });
      await api.addFile({ path: { id: 1 }, body: filled });
      const none: undefined = unwrap(await api.deleteTicket({ path: { id: 1 } }));
      const csv: string = unwrap(await api.exportTickets({ accept: "text/csv" }));
      const list: Ticket[] = unwrap(await api.exportTickets());
      export const all: [string, Ticket[], AcmeTicket, undefined] = [csv, list, { old: true }, none];
      const functions = await import("./operations.js");
      const connection = functions.connectTo({ baseUrl: "http://writers.test" });
      text(unwrap(await functions.exportTickets(connection, { accept: "text/csv" })).padEnd(1));
      text(unwrap(await functions.exportTickets(connection)).length);
      // @ts-expect-error it is not a documented media type
      export const refused = () => api.exportTickets({ accept: "text/html" });`,
  },
  {
    file: "fastapi.json",
    code: `const one = await api.readTicketTicketsTicketIdGet({ path: { ticket_id: 1 }, query: { q: null } });
      if (one.ok) text(one.data.title, one.data.owner, one.data.meta?.any);
      else text(one.error?.detail?.[0]?.msg);
      unwrap(await api.listTicketsTicketsGet({ query: { limit: 5, tags: ["a", "b"] } })).map(({ id }) => id.toFixed());
      text(unwrap(await api.createTicketTicketsPost({ body: { title: "a", owner: null } })).owner);
      text(unwrap(await api.updateTicketTicketsTicketIdPut({ path: { ticket_id: 1 }, body: { title: "b", meta: { any: 1 } } })).title);
      unwrap(await api.uploadFilesPost({ body: { file: new File(["x"], "x"), note: null } }));
      await api.uploadFilesPost({ body: filled });
      text(unwrap(await api.loginTokenPost({ body: { username: "kim", password: "any" } })).access_token);
      for await (const { title, owner } of api.eventsEventsGet.stream()) text(title, owner);
      for await (const { title } of api.listTicketsTicketsGet.items()) {
        text(title);
        break;
      }
      export const none: undefined = unwrap(await api.deleteTicketTicketsTicketIdDelete({ path: { ticket_id: 1 } }));
      export const problem: HTTPValidationError = {};
      export const form: Body_upload_files_post = { file: new Blob(["x"]) };`,
  },
  {
    file: "drf-spectacular.yaml",
    code: `const made = await api.ticketsCreate({ body: { title: "a", level: "" } });
      if (made.ok) text(made.data.title, made.data.level === null, made.data.id.toFixed());
      await api.ticketsCreate({ body: { title: "a" }, contentType: "multipart/form-data" });
      text(unwrap(await api.ticketsRetrieve({ path: { id: 1 } })).title);
      const page = unwrap(await api.ticketsList({ query: { page: 1, level: ["low", "high"] } }));
      text(page.count.toFixed(), page.next, page.results[0]?.level);
      text(unwrap(await api.ticketsUpdate({ path: { id: 1 }, body: { title: "b", level: "low" } })).level === "low");
      text(unwrap(await api.ticketsPartialUpdate({ path: { id: 1 }, body: { level: null } })).title);
      text(unwrap(await api.ticketsPartialUpdate({ path: { id: 1 } })).title);
      await api.ticketsFileUpdate({ path: { id: 1 }, body: new Blob(["x"]) });
      for await (const { title } of api.ticketsList.items({ query: { level: ["low"] } })) {
        text(title);
        break;
      }
      export const none: undefined = unwrap(await api.ticketsDestroy({ path: { id: 1 } }));`,
  },
  {
    file: "scramble.json",
    code: `const made = await api.ticketsStore({ body: { title: "a", level: null } });
      if (made.ok) text(made.data.data.title, made.data.data.created_at);
      else text(made.error?.message, made.error?.errors.title?.[0]);
      unwrap(await api.ticketsIndex()).data.map(({ id }) => id.toFixed());
      const shown = await api.ticketsShow({ path: { ticket: 1 } });
      if (shown.ok) text(shown.data.data.title);
      else text(shown.error?.message);
      const updated = await api.ticketsUpdate({ path: { ticket: 1 }, body: { title: "b" } });
      if (!updated.ok && updated.status === 422) text(updated.error.errors.title?.[0]);
      text(unwrap(await api.ticketsUpdate({ path: { ticket: 1 } })).data.id.toFixed());
      text(unwrap(await api.ticketsFile({ path: { ticket: 1 }, body: { file: new Blob(["x"]) } })).size.toFixed());
      text(unwrap(await api.ticketsFile({ path: { ticket: 1 }, body: filled })).size.toFixed());
      const found = unwrap(await api.ticketsSearch({ query: { q: "a", "tags[]": ["a", "b"], page: 1 } }));
      text(found.meta.total.toFixed(), found.links.next, found.data[0]?.title);
      for await (const { title } of api.ticketsSearch.items({ query: { q: "a" } })) {
        text(title);
        break;
      }
      export const none: undefined = unwrap(await api.ticketsDestroy({ path: { ticket: 1 } }));`,
  },
];
