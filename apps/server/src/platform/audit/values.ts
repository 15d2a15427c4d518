/** Names of fields whose values no log may hold. */
const SECRET = /password|secret|token_hash|recovery|private_key|public_key/i;
const HIDDEN = '•••';

/** A text that PostgreSQL takes, whatever somebody typed: no null characters, no half of a pair. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Values as they are kept: plain JSON, without secrets; dates as ISO text. */
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

/** Whether two records differ in anything, secrets included. */
function differs(before: object, after: object): boolean {
  const [a, b] = [before, after].map((one) => JSON.parse(JSON.stringify(one)));
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].some(
    (name) => !same(a[name], b[name]),
  );
}

/** How values of some fields are kept, such as addresses without what identifies a person. */
export type Masks = Readonly<Record<string, (value: unknown) => unknown>>;

function masked(values: Record<string, unknown> | null, masks: Masks) {
  if (values === null) return null;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, masks[name]?.(value) ?? value]),
  );
}

/**
 * What an entry keeps of a record before and after. Of a change only the fields that differ.
 *
 * @param masks applied after the comparison, so that a change behind a mask still leaves an entry
 * @returns null for a change that changed nothing
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
  // Only a secret may differ where nothing else does.
  if (names.every((name) => SECRET.test(name)) && !differs(before, after)) return null;
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
  return { before: masked(pick(from), masks), after: masked(pick(to), masks) };
}
