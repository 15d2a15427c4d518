import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useMoney } from '../../ui/display.ts';
import { look, stack } from '../../ui/look/look.ts';
import { OrdersOf } from './orders-of.tsx';

type Month = AnswerOf<typeof contract.workOrders.costs>['months'][number];

function useMonthColumns(): readonly Column<Month>[] {
  const { t } = useTranslation();
  const money = useMoney();
  return useMemo(
    () => [
      { key: 'month', label: t('workOrders.costs.month'), cell: ({ month }) => month },
      {
        key: 'orders',
        label: t('workOrders.costs.orders'),
        isNumber: true,
        cell: ({ orders }) => String(orders),
      },
      ...(
        [
          ['labour_cost', 'workOrders.line.kind.labour'],
          ['parts_cost', 'workOrders.line.kind.part'],
          ['external_cost', 'workOrders.line.kind.external'],
          ['total', 'workOrders.total'],
          ['recovered', 'workOrders.recovered'],
        ] as const
      ).map(
        ([key, label]): Column<Month> => ({
          key,
          label: t(label),
          isNumber: true,
          cell: (month) => money(month[key]),
        }),
      ),
    ],
    [t, money],
  );
}

/** The open work orders of a vehicle, and the cost of the completed ones by month. */
export function OrdersOfVehicle({
  vehicle,
}: {
  readonly vehicle: { readonly id: number; readonly registration: string };
}) {
  const { t } = useTranslation();
  const columns = useMonthColumns();
  const { id } = vehicle;
  const costs = useQuery({
    queryKey: ['work-order-costs', id],
    queryFn: ({ signal }) => api.workOrders.costs({ query: { vehicle: id }, signal }),
  });
  return (
    <div className={stack({ gap: 4, padding: 4 })}>
      <OrdersOf of={{ vehicle: id }} vehicle={vehicle} title="" />
      <h2 className={look({ size: 'lead', margin: 0 })}>{t('workOrders.costs.title')}</h2>
      <DataTable
        label={t('workOrders.costs.title')}
        columns={columns}
        rows={costs.data?.months ?? []}
        keyOf={({ month }) => month}
        state={costs}
        empty={{ title: t('workOrders.costs.empty'), text: t('workOrders.costs.emptyText') }}
      />
      <p className={look({ margin: 0 })}>
        <Link to="/work-orders" search={{ vehicle: String(id) } as never}>
          {t('workOrders.costs.all')}
        </Link>
      </p>
    </div>
  );
}
