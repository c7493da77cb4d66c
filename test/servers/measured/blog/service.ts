import type { Answer, Call, Handlers, MeasuredService, Probe } from "../service.js";
import { BLOG_PATHS } from "./document.js";
import { type Comment, CRASHES, checksumOf, type Post, Reader, shownComment, shownPost } from "./reader.js";

class Blog {
  readonly #posts = new Map<string, Post>();
  readonly #probe: Probe;
  readonly #reader: Reader;

  constructor(probe: Probe) {
    this.#probe = probe;
    this.#reader = new Reader(probe);
    this.#posts.set("welcome", {
      ...{ id: "welcome", title: "Welcome", text: "The first post.", tags: ["news"], state: "published" },
      ...{ createdAt: "2026-01-02T09:00:00Z", comments: new Map() },
    });
  }

  list({ values: { tag, state, offset = "0", limit = "20" } }: Call): Answer {
    const [from, most] = [Number(offset), Number(limit)];
    if (!(Number.isInteger(from) && from >= 0 && Number.isInteger(most) && most > 0)) {
      throw this.#reader.rejected("list: not a page", 400, "offset and limit are whole numbers");
    }
    if (state !== undefined && state !== "draft" && state !== "published") this.#probe.crash(CRASHES.state);
    const posts = [...this.#posts.values()]
      .filter((post) => tag === undefined || post.tags.includes(tag))
      .filter((post) => state === undefined || post.state === state);
    if (tag !== undefined) this.#probe.reach(posts.length > 0 ? "list: a tag" : "list: a tag of no post");
    if (state !== undefined) this.#probe.reach(`list: state ${posts.length > 0 ? "with" : "without"} posts`);
    const page = posts.slice(from, from + most);
    if (from > 0 && page.length === 0) this.#probe.crash(CRASHES.page);
    this.#probe.reach(page.length < posts.length ? "list: one of several pages" : "list: all");
    return { status: 200, body: { posts: page.map(shownPost), total: posts.length } };
  }

  create({ body }: Call): Answer {
    const id = this.#reader.idIn(body);
    if (this.#posts.has(id)) throw this.#reader.rejected("create: exists", 409, `A post with the id ${id} exists`);
    const fields = this.#reader.fieldsIn(body);
    const post: Post = { id, ...fields, state: "draft", createdAt: new Date().toISOString(), comments: new Map() };
    this.#posts.set(id, post);
    this.#probe.reach(post.tags.length > 0 ? "create: with tags" : "create: without tags");
    return { status: 201, body: shownPost(post) };
  }

  read(call: Call): Answer {
    return { status: 200, body: shownPost(this.#postOf(call)) };
  }

  replace(call: Call): Answer {
    const post = this.#unchangedPost(call);
    const fields = this.#reader.fieldsIn(call.body);
    if (fields.tags.length === 0 && call.body.tags !== undefined) this.#probe.crash(CRASHES.tags);
    this.#probe.reach(post.state === "published" ? "replace: published" : "replace: a draft");
    Object.assign(post, fields);
    return { status: 200, body: shownPost(post) };
  }

  delete(call: Call): Answer {
    const post = this.#postOf(call);
    this.#probe.reach(post.comments.size > 0 ? "delete: with comments" : "delete: without comments");
    this.#posts.delete(post.id);
    return { status: 204 };
  }

  publish(call: Call): Answer {
    const post = this.#unchangedPost(call);
    if (post.state === "published") {
      this.#probe.crash(CRASHES.again);
      throw this.#reader.rejected("publish: again", 409, "The post is published");
    }
    post.state = "published";
    this.#probe.reach("publish: done");
    return { status: 200, body: shownPost(post) };
  }

  listComments(call: Call): Answer {
    const { comments } = this.#postOf(call);
    const orphan = [...comments.values()].some(({ replyTo }) => replyTo !== null && !comments.has(replyTo));
    if (orphan) this.#probe.crash(CRASHES.thread);
    this.#probe.reach(comments.size > 0 ? "comments: some" : "comments: none");
    return { status: 200, body: [...comments.values()].map(shownComment) };
  }

  createComment(call: Call): Answer {
    const { comments } = this.#postOf(call);
    const id = this.#reader.idIn(call.body);
    if (comments.has(id)) throw this.#reader.rejected("comment: exists", 409, `A comment with the id ${id} exists`);
    const { replyTo } = call.body;
    const [author, text] = [this.#reader.textIn(call.body, "author", 40), this.#reader.textIn(call.body, "text", 500)];
    if (replyTo !== undefined && typeof replyTo !== "string")
      throw this.#reader.rejected("comment: no reply", 400, "not an id");
    if (replyTo !== undefined && !comments.has(replyTo)) {
      this.#probe.crash(CRASHES.reply);
      throw this.#reader.rejected("comment: a reply to nothing", 400, "replyTo is not a comment of this post");
    }
    const comment = { id, author, text, replyTo: replyTo ?? null };
    comments.set(id, comment);
    this.#probe.reach(comment.replyTo === null ? "comment: a first one" : "comment: a reply");
    return { status: 201, body: shownComment(comment) };
  }

  readComment(call: Call): Answer {
    return { status: 200, body: shownComment(this.#commentOf(call)) };
  }

  updateComment(call: Call): Answer {
    const comment = this.#commentOf(call);
    this.#reader.expect(call, checksumOf(comment));
    comment.text = this.#reader.textIn(call.body, "text", 500);
    this.#probe.reach("comment: changed");
    return { status: 200, body: shownComment(comment) };
  }

  deleteComment(call: Call): Answer {
    const { comments } = this.#postOf(call);
    comments.delete(this.#commentOf(call).id);
    this.#probe.reach("comment: deleted");
    return { status: 204 };
  }

  #postOf({ values }: Call): Post {
    const post = this.#posts.get(values.id ?? "");
    if (post === undefined) throw this.#reader.rejected("post: unknown", 404, "No such post");
    return post;
  }

  #commentOf(call: Call): Comment {
    const comment = this.#postOf(call).comments.get(call.values.commentId ?? "");
    if (comment === undefined) throw this.#reader.rejected("comment: unknown", 404, "No such comment");
    return comment;
  }

  #unchangedPost(call: Call): Post {
    const post = this.#postOf(call);
    this.#reader.expect(call, shownPost(post).checksum);
    return post;
  }
}

export const blog: MeasuredService = {
  paths: BLOG_PATHS,
  crashes: Object.values(CRASHES),
  // The document does not say that this names a comment of the same post.
  differs: /rejects a body with replyTo(; .*)? with 400, although the contract allows it$/,
  start(probe): Handlers {
    const started = new Blog(probe);
    return {
      listPosts: (call) => started.list(call),
      createPost: (call) => started.create(call),
      getPost: (call) => started.read(call),
      replacePost: (call) => started.replace(call),
      deletePost: (call) => started.delete(call),
      publishPost: (call) => started.publish(call),
      listComments: (call) => started.listComments(call),
      createComment: (call) => started.createComment(call),
      getComment: (call) => started.readComment(call),
      updateComment: (call) => started.updateComment(call),
      deleteComment: (call) => started.deleteComment(call),
    };
  },
};
