import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

type Calls = typeof contract.workOrders;
export type Order = AnswerOf<Calls['read']>;
export type OrderRow = AnswerOf<Calls['list']>['results'][number];
export type Settings = AnswerOf<Calls['settings']>;

/** Query key of the list of orders. */
export const ORDERS_KEY = 'work-order-list';

/** Lists that follow from an order: its defects, VOR entries, the vehicle file, and costs. */
const FOLLOWERS = [
  ORDERS_KEY,
  'work-orders-of',
  'work-order-board',
  'work-order-costs',
  'records',
  'defect-list',
  'vor',
  'vehicle-activities',
  'part',
  'part-movement',
] as const;

/** A change of an order invalidates everything derived from it. */
export function useOrderChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(FOLLOWERS.map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}

/** Bays, repairers and limits of the customer. */
export function useOrderSettings() {
  return useQuery({
    queryKey: ['work-order-settings'],
    queryFn: ({ signal }) => api.workOrders.settings({ signal, quiet: true }),
  });
}
