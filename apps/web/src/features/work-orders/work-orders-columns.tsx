import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { DepotLink } from '../../ui/entity-link/entity-link.tsx';
import { look } from '../../ui/look/look.ts';
import type { ResourceColumn } from '../../ui/resource/resource.ts';
import type { OrderRow } from './use-orders.ts';

const NONE = '–';
const TONES = {
  estimate: undefined,
  awaiting_approval: 'warn',
  approved: 'warn',
  in_progress: 'warn',
  done: 'good',
  invoiced: 'quiet',
  cancelled: 'quiet',
} as const;

/** The state of an order, and what about it needs attention. */
export function OrderState({
  order,
}: {
  readonly order: Pick<OrderRow, 'state' | 'needs_approval' | 'is_overdue' | 'repairer_answer'>;
}) {
  const { t } = useTranslation();
  const { state, needs_approval: needsApproval, is_overdue: isOverdue } = order;
  return (
    <span className={look({ flow: 'inlineRow', wrap: true, gap: 1 })}>
      <Badge tone={TONES[state]}>{t(`workOrders.state.${state}`)}</Badge>
      {needsApproval && state !== 'awaiting_approval' && (
        <Badge tone="bad">{t('workOrders.aboveApproved')}</Badge>
      )}
      {isOverdue && <Badge tone="bad">{t('record.overdue')}</Badge>}
      {order.repairer_answer === 'declined' && (
        <Badge tone="bad">{t('workOrders.answer.declined')}</Badge>
      )}
    </span>
  );
}

/** A day without a time, in the person's format. */
export function useDayText(): (day: string | null) => string {
  const { dates } = useDisplay();
  return (day) =>
    day === null ? NONE : formatDate(Date.parse(`${day}T00:00:00Z`), { ...dates, timeZone: 'UTC' });
}

/** Columns of the list of work orders. */
export function useOrderColumns(): readonly ResourceColumn<OrderRow>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const money = useMoney();
  const dayText = useDayText();
  // The formats of days follow from the same preferences.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () => [
      { key: 'number', label: t('workOrders.number'), cell: (order) => order.reference_number },
      {
        key: 'registration',
        label: t('recordList.registration'),
        isOrdered: true,
        cell: ({ vehicle }) => vehicle.registration,
      },
      { key: 'title', label: t('workOrders.name'), cell: ({ title }) => title },
      {
        key: 'depot',
        label: t('recordList.depot'),
        cell: ({ depot }) => (depot === null ? NONE : <DepotLink depot={depot} />),
      },
      {
        key: 'state',
        label: t('recordList.state'),
        isOrdered: true,
        cell: (order) => <OrderState order={order} />,
      },
      {
        key: 'repairer',
        label: t('workOrders.byWhom'),
        isOrdered: true,
        cell: ({ place, repairer, bay, technicians }) =>
          place === 'repairer'
            ? (repairer ?? NONE)
            : [bay, technicians.join(', ')].filter(Boolean).join(' · ') ||
              t('workOrders.place.internal'),
      },
      {
        key: 'planned',
        label: t('workOrders.planned'),
        cell: ({ planned_at: at }) => (at === null ? NONE : formatDateTime(Date.parse(at), dates)),
      },
      {
        key: 'due_on',
        label: t('recordList.due'),
        isOrdered: true,
        cell: ({ due_on: day }) => dayText(day),
      },
      {
        key: 'created_at',
        label: t('workOrders.createdAt'),
        isOrdered: true,
        cell: ({ created_at: at }) => formatDateTime(Date.parse(at), dates),
      },
      {
        key: 'total',
        label: t('recordList.cost'),
        isOrdered: true,
        isNumber: true,
        cell: ({ total }) => (total === 0 ? NONE : money(total)),
      },
    ],
    [t, dates, money],
  );
}
