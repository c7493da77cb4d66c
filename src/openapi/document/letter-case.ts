/** `show-pet` → `showPet`. A text that is camelCase already stays the same. */
export function camelCase(text: string): string {
  const pascal = pascalCase(text);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
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
