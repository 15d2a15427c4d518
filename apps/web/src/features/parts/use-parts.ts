import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { MOVEMENTS_KEY, PARTS_KEY, STORES_KEY, SUPPLIERS_KEY } from './parts.ts';
import { PURCHASE_ORDERS_KEY } from './purchase-orders.ts';
import { STOCK_TAKES_KEY } from './stock-takes.ts';

const ALL = { pageSize: 400 } as const;
const FOLLOWERS = [
  PARTS_KEY,
  MOVEMENTS_KEY,
  STORES_KEY,
  PURCHASE_ORDERS_KEY,
  STOCK_TAKES_KEY,
  'home-overview',
] as const;

/** A movement changes the stock wherever it is shown. */
export function useStockChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(FOLLOWERS.map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}

const optionsOf = (rows: readonly { readonly id: number; readonly name: string }[] | undefined) =>
  (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** The visible stores as options. */
export function useStoreOptions() {
  const { data } = useQuery({
    queryKey: [STORES_KEY, 'options'],
    queryFn: ({ signal }) => api.parts.stores({ query: ALL, signal, quiet: true }),
  });
  return optionsOf(data?.results);
}

/** The suppliers as options. */
export function useSupplierOptions() {
  const { data } = useQuery({
    queryKey: [SUPPLIERS_KEY, 'options'],
    queryFn: ({ signal }) => api.parts.suppliers({ query: ALL, signal, quiet: true }),
  });
  return optionsOf(data?.results);
}
