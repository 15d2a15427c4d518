/** Names of fields whose values must not be logged. */
const SECRET = /password|secret|token_hash|recovery|private_key|public_key/i;
const HIDDEN = '•••';

/** Makes any text valid for PostgreSQL: without null characters and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Values as stored: plain JSON, without secrets; dates as ISO text. */
function plain(values: object | null): Record<string, unknown> | null {
  if (values === null) return null;
  const text = JSON.stringify(values, (_name, value) =>
    typeof value === 'string' ? storable(value) : value,
  );
  const kept = JSON.parse(text) as Record<string, unknown>;
  for (const name of Object.keys(kept)) if (SECRET.test(name)) kept[name] = HIDDEN;
  return kept;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether two records differ in any value, including secrets. */
function differs(before: object, after: object): boolean {
  const [a, b] = [before, after].map((one) => JSON.parse(JSON.stringify(one)));
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].some(
    (name) => !same(a[name], b[name]),
  );
}

/** Masks for some fields, such as addresses without the identifying part. */
export type Masks = Readonly<Record<string, (value: unknown) => unknown>>;

function masked(values: Record<string, unknown> | null, masks: Masks) {
  if (values === null) return null;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, masks[name]?.(value) ?? value]),
  );
}

/**
 * The fields of a record that an entry stores; for a change only those that differ.
 *
 * @param masks applied after the comparison, so that a change of a masked value still has an entry
 * @returns null for a change without effect
 */
export function keptValues(
  isChange: boolean,
  before: object | null,
  after: object | null,
  masks: Masks = {},
): { before: Record<string, unknown> | null; after: Record<string, unknown> | null } | null {
  const from = plain(before) ?? {};
  const to = plain(after) ?? {};
  if (!isChange || before === null || after === null) {
    return {
      before: before === null ? null : masked(from, masks),
      after: after === null ? null : masked(to, masks),
    };
  }
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (name) => SECRET.test(name) || !same(from[name], to[name]),
  );
  // If only secrets differ, compare their real values.
  if (names.every((name) => SECRET.test(name)) && !differs(before, after)) return null;
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
  return { before: masked(pick(from), masks), after: masked(pick(to), masks) };
}
