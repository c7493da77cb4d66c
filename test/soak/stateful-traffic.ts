import { thingsDocument } from "../state/things.js";

/** The document of the resources that live. */
export const DOCUMENT = thingsDocument();

const HEADERS = { authorization: "Bearer soak", "content-type": "application/json" };

/** A request, and the status that it gets. `{id}` in its path is that of the created resource. */
type Step = readonly [method: string, path: string, status: number, body?: object];

/** The life of a resource after its creation. Nothing of it is left. */
const LIFE: readonly Step[] = [
  ["GET", "/things/{id}", 200],
  ["GET", "/things?color=red&limit=5", 200],
  ["GET", "/things?limit=0", 422],
  ["PUT", "/things/{id}", 200, { name: "replaced" }],
  ["POST", "/things/{id}/parts", 201, { label: "screw" }],
  ["GET", "/things/{id}/parts", 200],
  ["POST", "/things/{id}/archive", 200],
  ["DELETE", "/things/{id}", 204],
  ["GET", "/things/{id}/parts", 404],
];

/** The requests of one life. */
export const REQUESTS_OF_LIFE = LIFE.length + 1;

/**
 * Creates, reads, lists, changes and deletes things, several at once.
 *
 * @returns how many requests got another status than expected, by their method, path and status
 */
export async function sendLives(url: string, lives: number): Promise<Map<string, number>> {
  const unexpected = new Map<string, number>();
  let begun = 0;
  const send = async ([method, path, status, body]: Step, id: string): Promise<string> => {
    const init = { method, headers: HEADERS, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(url + path.replace("{id}", id), init);
    const text = await response.text();
    if (response.status !== status) {
      const name = `${method} ${path}: ${response.status}`;
      unexpected.set(name, (unexpected.get(name) ?? 0) + 1);
    }
    return text;
  };
  const work = async () => {
    while (begun < lives) {
      begun += 1;
      const created = await send(["POST", "/things", 201, { name: `thing ${begun}`, code: `C${begun}` }], "");
      const { id } = JSON.parse(created);
      for (const step of LIFE) await send(step, String(id));
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return unexpected;
}
