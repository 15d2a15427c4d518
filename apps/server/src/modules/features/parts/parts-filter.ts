import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { visibleStores } from './stores/parts-stores.repository.ts';
import { visibleSuppliers } from './suppliers/parts-suppliers.repository.ts';

/** @throws HttpError 404 for a store or supplier that is not visible */
export async function checkFilter(
  trx: Transaction,
  viewer: Viewer,
  {
    store,
    supplier,
  }: { readonly store?: number | undefined; readonly supplier?: number | undefined },
): Promise<void> {
  if (store !== undefined) orNotFound((await visibleStores(trx, viewer, [store]))[0]);
  if (supplier !== undefined) orNotFound((await visibleSuppliers(trx, viewer, [supplier]))[0]);
}
