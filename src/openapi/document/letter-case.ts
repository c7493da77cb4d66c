/** Capitals at the beginning of a word that are an acronym: `URL` in `URLs`, `HTTP` in `HTTPServer` and in `HTTP2`. */
const ACRONYM = /^(\p{Lu}{2,}(?=s(?!\p{Ll}))|\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}+(?!\p{L}))/u;

/** `show-pet` → `showPet`, `HTTPServer` → `httpServer`. A text that is camelCase already stays the same. */
export function camelCase(text: string): string {
  const pascal = pascalCase(text);
  const [first = ""] = /[\p{L}\p{Nd}]+/u.exec(text) ?? [];
  const [{ length }] = ACRONYM.exec(first) ?? [{ length: 1 }];
  return pascal.slice(0, length).toLowerCase() + pascal.slice(length);
}

/** `Team Management API` → `TeamManagementApi`. Empty for a text without letters and digits. */
export function pascalCase(text: string): string {
  const words = text.split(/[^\p{L}\p{Nd}]+/u).filter(Boolean);
  const name = words
    .map((word) => {
      const rest = /^\p{Lu}+$/u.test(word) ? word.slice(1).toLowerCase() : word.slice(1);
      return word.charAt(0).toUpperCase() + rest;
    })
    .join("");
  return /^\p{Nd}/u.test(name) ? `_${name}` : name;
}
