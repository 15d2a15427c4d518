import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Declaration, type Shape, ShapeReader } from './shape.ts';

/** The catalogue's description of an answer's content. */
export type Content = { readonly shape: Shape } | { readonly media: string } | 'none';

/** A row of the table of calls. */
export interface CatalogueCall {
  readonly id: string;
  readonly method: string;
  /** Path on our server, with parameters in braces. */
  readonly path: string;
  readonly auth: string;
  /** The query cell, including path parameters. */
  readonly query: string;
  /** Accepts the query of a paged list, whose parameters the cell does not repeat. */
  readonly isList: boolean;
  /** The fields of a JSON body; null if there is none, or it is a form. */
  readonly body: Shape | null;
  readonly bodyText: string;
  readonly status: number;
  readonly content: Content;
}

/** A difference listed in the catalogue with its reason: its call, and its position in the answer. */
export interface ListedDifference {
  readonly id: string;
  /** `status`, or the path of a field such as `.results[].pdf`. */
  readonly at: string;
  readonly reason: string;
}

const text = readFileSync(join(import.meta.dirname, '../../../../docs/api-catalogue.md'), 'utf8');

const section = (from: string, to: string) => text.slice(text.indexOf(from), text.indexOf(to));

/** The declarations of the section "Shapes", by name. */
export const declarations: ReadonlyMap<string, Declaration> = new ShapeReader(
  /```ts\n([\s\S]*?)```/.exec(text)?.[1] ?? '',
).declarations();

/** The shape of all errors, from the section "Errors". */
export const errorShape: Shape = new ShapeReader(
  /## Errors\s+`([^`]+)`/.exec(text)?.[1] ?? '',
).shape();

/** The content of a cell, without code marks and remarks in parentheses. */
function proposal(cell: string): string {
  return (
    (cell.split('proposed:').at(-1) ?? '')
      .replace(/`|\\/g, '')
      .replace(/\((?![^)]*&)[^)]*\)/g, '')
      .replace(/ or null\b/g, ' | null')
      .replace('Question[] without ids', 'Omit<Question, "id">[]')
      // Inside braces; the shape has the field already.
      .replace(' with vehicles: Vehicle[] }', ' }')
      .trim()
  );
}

/** `Paged<Row> plus csv: string`, `Group[] with geofences: Geofence[]`, `User with image` … */
function withAdditions(written: string): Shape {
  const reader = new ShapeReader(written);
  const base = reader.shape();
  const addition = /^[^;]*? (plus|with) (\w+)(?:: ([^;]*))?$/.exec(written);
  if (addition === null) return base;
  const [, word, name = '', type] = addition;
  // In `VehicleGroup with vehicles`, the shape already has the field.
  if (type === undefined && word === 'with') return base;
  const shape = new ShapeReader(type ?? 'string').shape();
  const added: Shape = { kind: 'object', fields: [{ name, isOptional: false, shape }] };
  if (word === 'with' && base.kind === 'list') {
    return { kind: 'list', of: { kind: 'all-of', of: [base.of, added] } };
  }
  return { kind: 'all-of', of: [base, added] };
}

function contentOf(cell: string): Content {
  const written = proposal(cell).replace(/^\d{3} ?/, '');
  const media = /(?:binary )?(application\/pdf|text\/csv|video\/mp4)/.exec(written)?.[1];
  if (media !== undefined && !written.includes('; with')) return { media };
  if (/^[A-Z{]/.test(written) && !/^(CSV|PDF)/.test(written))
    return { shape: withAdditions(written) };
  return 'none';
}

function bodyOf(cell: string): Shape | null {
  const written = proposal(cell);
  if (/^multipart|^form/.test(written)) return null;
  if (/^[A-Z{]/.test(written)) return withAdditions(written.split(/[;]? header /)[0] ?? '');
  if (/^[a-z_]+(, [a-z_]+)*$/.test(written)) return new ShapeReader(`{ ${written} }`).shape();
  return null;
}

function callOf(id: string, rest: string): CatalogueCall {
  // A vertical bar within a cell is escaped with a backslash.
  const cells = rest.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const [method = '', given = '', ours = '', , auth = '', query = '', body = '', answer = ''] =
    cells;
  const address = /`([^`]+)/.exec(ours === 'same' ? given : ours)?.[1] ?? '';
  return {
    id,
    method: /[A-Z]{3,}/.exec(method)?.[0] ?? '',
    path: address.split('?')[0] ?? '',
    auth,
    query: [query, address.split('?')[1], given, /query id/.exec(body)?.[0]].join(' '),
    isList: /paged|pagination|report query|query as the list/.test(query + answer),
    body: bodyOf(body),
    bodyText: body,
    status: Number(/^\d{3}/.exec(proposal(answer))?.[0] ?? 200),
    content: contentOf(answer),
  };
}

/** Every row of the table of calls. */
export const calls: readonly CatalogueCall[] = [
  ...section('## Calls', '## Differences').matchAll(/^\| (RP?-\d+) \|(.*)\|$/gm),
].map(([, id = '', rest = '']) => callOf(id, rest));

/** The section "Differences". */
export const listedDifferences: readonly ListedDifference[] = [
  ...section('## Differences', '## Values').matchAll(/^\| (RP?-\d+) \| `([^`]+)` \| ([^|]+) \|$/gm),
].map(([, id = '', at = '', reason = '']) => ({ id, at, reason }));
