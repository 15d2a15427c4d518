import { mayWorkOnOrders } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may, rightsOf } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { useMoney } from '../../ui/display.ts';
import { row, stack } from '../../ui/look/look.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { OrderDialog } from './new-order-dialog.tsx';
import type { OrderSource } from './order-draft.ts';
import { OrderState } from './work-orders-columns.tsx';

/** As the calls require. */
export const WORK_ORDERS = {
  kind: 'module',
  anyOf: ['Defect', 'Vehicle File'],
  refusesLimited: true,
} as const;

/** What the orders of a record are found by; a new order comes from it. */
export type OrdersOfRecord =
  | { readonly defect: number }
  | { readonly inspection: number }
  | { readonly schedule: number }
  | { readonly vehicle: number };

function sourceOf(of: OrdersOfRecord): OrderSource {
  if ('defect' in of) return { defects: [of.defect] };
  return 'vehicle' in of ? {} : of;
}

/**
 * The work orders of a defect, an inspection or a due schedule with their cost, and a button for a new
 * one.
 *
 * @param title of a new order
 * @param isOpen whether the record still needs work
 */
export function OrdersOf({
  of,
  vehicle,
  title,
  isOpen = true,
}: {
  readonly of: OrdersOfRecord;
  readonly vehicle: { readonly id: number; readonly registration: string };
  readonly title: string;
  readonly isOpen?: boolean;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const money = useMoney();
  const [isNew, setIsNew] = useState(false);
  const isAllowed = may(current, WORK_ORDERS);
  const { data } = useQuery({
    queryKey: ['work-orders-of', of],
    queryFn: ({ signal }) =>
      api.workOrders.list({ query: { ...of, pageSize: 20 }, signal, quiet: true }),
    enabled: isAllowed,
  });
  if (!isAllowed || data === undefined) return null;
  const orders = data.results;
  const hasOpen = orders.some(({ state }) => !['done', 'invoiced', 'cancelled'].includes(state));
  const mayAdd = isOpen && !hasOpen && mayWorkOnOrders(rightsOf(current));
  if (orders.length === 0 && !mayAdd) return null;
  return (
    <Part title={t('workOrders.title')}>
      {orders.length > 0 && (
        <ul className={stack({ gap: 2, width: 'full', padding: 0, margin: 0, list: true })}>
          {orders.map((order) => (
            <li key={order.id} className={row({ wrap: true, columnGap: 3, align: 'center' })}>
              <Link to="/work-orders" search={{ open: String(order.id) } as never}>
                {order.reference_number}
              </Link>
              <OrderState order={order} />
              <span>{order.total === 0 ? '' : money(order.total)}</span>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && <Button onClick={() => setIsNew(true)}>{t('workOrders.create')}</Button>}
      {isNew && (
        <OrderDialog
          first={{ vehicle, title: title.slice(0, 120) }}
          source={sourceOf(of)}
          onClose={() => setIsNew(false)}
        />
      )}
    </Part>
  );
}
