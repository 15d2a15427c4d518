/** A value within a JSON document, with its path. */
export interface JsonPath {
  /** JSON pointer (RFC 6901): `/position.latitude`, `/data/0/lat`; empty for the whole document. */
  readonly path: string;
  /** A text, number, boolean or null; the number of elements of an array. */
  readonly value: string | number | boolean | null;
  readonly isArray: boolean;
}

/** Longest path that is accepted. */
export const JSON_PATH_LENGTH = 200;
/** Of a larger document only the first paths are listed: a person chooses from them. */
const MOST_PATHS = 400;
const MOST_LEVELS = 12;

/** A JSON pointer (RFC 6901); empty for the whole document. */
export const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

/** Whether a text is a JSON pointer (RFC 6901). */
export const isJsonPath = (text: string): boolean =>
  text.length <= JSON_PATH_LENGTH && JSON_POINTER.test(text);

const decoded = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');
const encoded = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The value at a path of a JSON document; undefined if there is none. */
export function jsonValueAt(document: unknown, path: string): unknown {
  if (path === '') return document;
  let value = document;
  for (const part of path.slice(1).split('/').map(decoded)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return value;
}

/** The paths of a JSON document that hold a value or an array, in their sequence; bounded. */
export function jsonPaths(document: unknown): JsonPath[] {
  const found: JsonPath[] = [];
  const visit = (value: unknown, path: string, level: number) => {
    if (found.length >= MOST_PATHS || level > MOST_LEVELS) return;
    if (typeof value !== 'object' || value === null) {
      found.push({ path, value: value as JsonPath['value'], isArray: false });
      return;
    }
    if (Array.isArray(value)) found.push({ path, value: value.length, isArray: true });
    for (const [key, inner] of Object.entries(value)) {
      visit(inner, `${path}/${encoded(key)}`, level + 1);
    }
  };
  visit(document, '', 0);
  return found.filter(({ path }) => path.length <= JSON_PATH_LENGTH);
}
