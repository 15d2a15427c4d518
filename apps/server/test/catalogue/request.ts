import type { Person, World } from './world.ts';

/** A request as a companion app built to the catalogue sends it. */
export interface CatalogueRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | readonly number[]>>;
  readonly body?: unknown;
  /** A form with files, instead of a JSON body. */
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Prepare = (
  world: World,
  person: Person,
) => CatalogueRequest | Promise<CatalogueRequest>;

/** How a call is asked; one who must not be refused, and the form of the question. */
export interface Asking {
  /** Distinguishes several forms of the same call. */
  readonly form?: string;
  /** Roles that must be allowed; default: an administrator of the customer. */
  readonly by?: Person;
  readonly prepare: Prepare;
}

export type Askings = Readonly<Record<string, readonly Asking[] | Prepare>>;

/** Query of a paged list, as the catalogue writes it. */
export const PAGE = { pageSize: 5, page: 1, ordering: '', orderingDirection: '', search: '' };

export const listed =
  (ordering: string, query: CatalogueRequest['query'] = {}): Prepare =>
  () => ({ query: { ...PAGE, ordering, orderingDirection: 'asc', ...query } });

export const plain: Prepare = () => ({});

/** A form as a browser sends it; files are bytes with a name. */
export function formOf(
  fields: Readonly<Record<string, string | number>>,
  files: Readonly<Record<string, readonly [Uint8Array, string]>> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const [name, [bytes, file]] of Object.entries(files)) {
    form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), file);
  }
  return form;
}
