import { type Answer, type Call, type Handlers, type MeasuredService, type Probe, Rejected } from "../service.js";
import { TREE_PATHS } from "./document.js";

interface Checkpoint {
  id: string;
  createdAt: string;
  text: string;
}

interface Entry {
  path: string;
  kind: "file" | "directory";
  text: string;
  modifiedAt: string;
  checkpoints: Checkpoint[];
}

const CRASHES = {
  pattern: "tree: a match that is not a regular expression",
  self: "tree: a file is moved to its own path",
  inside: "tree: a directory is copied",
  emptied: "tree: a checkpoint of an empty file",
  dots: "tree: a copy whose name ends with a dot has no extension",
  restored: "tree: the text of a checkpoint is restored after the file became a directory",
  depth: "tree: a depth beyond 1,000",
} as const;

const now = () => new Date().toISOString();

class Tree {
  readonly #entries = new Map<string, Entry>();
  readonly #probe: Probe;
  #count = 0;

  constructor(probe: Probe) {
    this.#probe = probe;
    this.#add("readme.txt", "file", "Read me.");
    this.#add("notes", "directory", "");
  }

  list({ values: { kind, depth, match } }: Call): Answer {
    if (kind !== undefined && kind !== "file" && kind !== "directory") throw this.#rejected("list: no kind", 400);
    const most = depth === undefined ? 1 : Number(depth);
    if (!(Number.isInteger(most) && most > 0)) throw this.#rejected("list: no depth", 400);
    if (most > 1000) this.#probe.crash(CRASHES.depth);
    const entries = [...this.#entries.values()]
      .filter((entry) => kind === undefined || entry.kind === kind)
      .filter(({ path }) => path.split("/").length <= most)
      .filter(({ path }) => match === undefined || this.#patternOf(match)?.test(path));
    this.#probe.reach(entries.length > 0 ? "list: some" : "list: none");
    if (kind !== undefined) this.#probe.reach(`list: ${kind}`);
    return { status: 200, body: { entries: entries.map((entry) => this.#shown(entry)) } };
  }

  read(call: Call): Answer {
    const entry = this.#entryOf(call);
    this.#probe.reach(`read: a ${entry.kind}`);
    const withText = call.values.withText ?? "true";
    if (withText !== "true" && withText !== "false") throw this.#rejected("read: no boolean", 400);
    if (withText === "false") this.#probe.reach("read: without text");
    return { status: 200, body: { ...this.#shown(entry), ...(withText === "false" && { text: null }) } };
  }

  save(call: Call): Answer {
    const path = this.#free(call.values.path ?? "");
    const { kind, text = "" } = call.body;
    if (kind !== "file" && kind !== "directory") throw this.#rejected("save: no kind", 400);
    if (typeof text !== "string") throw this.#rejected("save: no text", 400);
    const earlier = this.#entries.get(path);
    if (kind === "directory" && text !== "") throw this.#rejected("save: a directory with text", 400);
    if (earlier?.kind === "directory" && kind === "file") throw this.#rejected("save: a file over a directory", 409);
    if (earlier !== undefined) {
      this.#probe.reach(earlier.kind === kind ? "save: again" : "save: a directory over a file");
      Object.assign(earlier, { kind, text, modifiedAt: now() });
      return { status: 201, body: this.#shown(earlier) };
    }
    this.#probe.reach(kind === "file" ? (text === "" ? "save: an empty file" : "save: a file") : "save: a directory");
    return { status: 201, body: this.#shown(this.#add(path, kind, text)) };
  }

  move(call: Call): Answer {
    const entry = this.#entryOf(call);
    if (typeof call.body.path !== "string") throw this.#rejected("move: no path", 400);
    const to = this.#free(call.body.path);
    if (to === entry.path) this.#probe.crash(CRASHES.self);
    else if (this.#entries.has(to)) throw this.#rejected("move: the place is taken", 409);
    this.#entries.delete(entry.path);
    entry.path = to;
    this.#entries.set(to, entry);
    this.#probe.reach(`move: a ${entry.kind}`);
    return { status: 200, body: this.#shown(entry) };
  }

  delete(call: Call): Answer {
    const entry = this.#entryOf(call);
    if (this.#inside(entry).length > 0) throw this.#rejected("delete: a directory that is not empty", 409);
    this.#probe.reach(entry.checkpoints.length > 0 ? "delete: with checkpoints" : `delete: a ${entry.kind}`);
    this.#entries.delete(entry.path);
    return { status: 204 };
  }

  copy(call: Call): Answer {
    const entry = this.#entryOf(call);
    const { to } = call.body;
    if (to !== undefined && typeof to !== "string") throw this.#rejected("copy: no path", 400);
    if (entry.kind === "directory") {
      this.#probe.crash(CRASHES.inside);
      throw this.#rejected("copy: a directory", 400);
    }
    const path = this.#free(to ?? `${entry.path}-copy-${++this.#count}`);
    if (this.#entries.has(path)) throw this.#rejected("copy: the place is taken", 409);
    if (path.endsWith(".")) this.#probe.crash(CRASHES.dots);
    this.#probe.reach(to === undefined ? "copy: named by the server" : "copy: named by the client");
    return { status: 201, body: this.#shown(this.#add(path, "file", entry.text)) };
  }

  listCheckpoints(call: Call): Answer {
    const { checkpoints } = this.#entryOf(call);
    this.#probe.reach(checkpoints.length > 0 ? "checkpoints: some" : "checkpoints: none");
    return { status: 200, body: checkpoints.map(shownCheckpoint) };
  }

  createCheckpoint(call: Call): Answer {
    const entry = this.#entryOf(call);
    if (entry.kind === "directory") throw this.#rejected("checkpoint: of a directory", 409);
    if (entry.text === "") this.#probe.crash(CRASHES.emptied);
    const checkpoint = { id: `c${++this.#count}`, createdAt: now(), text: entry.text };
    entry.checkpoints.push(checkpoint);
    this.#probe.reach(entry.checkpoints.length > 1 ? "checkpoint: another" : "checkpoint: the first");
    return { status: 201, body: shownCheckpoint(checkpoint) };
  }

  restore(call: Call): Answer {
    const entry = this.#entryOf(call);
    const checkpoint = this.#checkpointOf(call, entry);
    if (entry.kind === "directory") this.#probe.crash(CRASHES.restored);
    this.#probe.reach(entry.text === checkpoint.text ? "restore: as it was" : "restore: changed");
    entry.text = checkpoint.text;
    return { status: 204 };
  }

  deleteCheckpoint(call: Call): Answer {
    const entry = this.#entryOf(call);
    const checkpoint = this.#checkpointOf(call, entry);
    entry.checkpoints = entry.checkpoints.filter((kept) => kept !== checkpoint);
    this.#probe.reach("checkpoint: deleted");
    return { status: 204 };
  }

  #add(path: string, kind: Entry["kind"], text: string): Entry {
    const entry: Entry = { path, kind, text, modifiedAt: now(), checkpoints: [] };
    this.#entries.set(path, entry);
    return entry;
  }

  #entryOf({ values: { path = "" } }: Call): Entry {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw this.#rejected("entry: unknown", 404);
    return entry;
  }

  #checkpointOf({ values }: Call, { checkpoints }: Entry): Checkpoint {
    const checkpoint = checkpoints.find(({ id }) => id === values.checkpoint);
    if (checkpoint === undefined) throw this.#rejected("checkpoint: unknown", 404);
    return checkpoint;
  }

  #inside({ path }: Entry): string[] {
    return [...this.#entries.keys()].filter((other) => other.startsWith(`${path}/`));
  }

  /** A path at which something may be saved: its parent is a directory. */
  #free(path: string): string {
    const parts = path.split("/");
    if (path.length > 200 || !parts.every((part) => /^[^\p{Cc}\\:*?"<>|]+$/u.test(part) && !/^\.+$/.test(part))) {
      throw this.#rejected("path: not a path", 400);
    }
    if (parts.length > 1 && this.#entries.get(parts.slice(0, -1).join("/"))?.kind !== "directory") {
      throw this.#rejected("path: in no directory", 409);
    }
    return path;
  }

  #patternOf(match: string): RegExp | undefined {
    try {
      return new RegExp(match);
    } catch {
      this.#probe.crash(CRASHES.pattern);
      return undefined;
    }
  }

  #shown(entry: Entry) {
    const { path, kind, text, modifiedAt } = entry;
    const name = path.split("/").at(-1);
    return kind === "file"
      ? { name, path, kind, text, modifiedAt }
      : { name, path, kind, text: null, modifiedAt, entries: this.#inside(entry) };
  }

  #rejected(branch: string, status: number): Rejected {
    this.#probe.reach(branch);
    return new Rejected({ status, body: { message: branch.replace(/^\w+: /, "") } });
  }
}

function shownCheckpoint({ id, createdAt }: Checkpoint) {
  return { id, createdAt };
}

export const tree: MeasuredService = {
  paths: TREE_PATHS,
  crashes: Object.values(CRASHES),
  start(probe): Handlers {
    const started = new Tree(probe);
    return {
      listContents: (call) => started.list(call),
      getContents: (call) => started.read(call),
      saveContents: (call) => started.save(call),
      moveContents: (call) => started.move(call),
      deleteContents: (call) => started.delete(call),
      copyContents: (call) => started.copy(call),
      listCheckpoints: (call) => started.listCheckpoints(call),
      createCheckpoint: (call) => started.createCheckpoint(call),
      restoreCheckpoint: (call) => started.restore(call),
      deleteCheckpoint: (call) => started.deleteCheckpoint(call),
    };
  },
};
