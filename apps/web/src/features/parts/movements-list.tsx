import { formatDateTime, PART_MOVEMENT_KINDS } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { Days, DepotChoice, filtersOf } from '../records/records-filters.tsx';
import { MOVEMENTS_KEY, type Movement, quantityText } from './parts.ts';
import { StoreChoice } from './parts-list.tsx';

const NONE = '–';

const Filters = filtersOf(
  (t) => [
    {
      name: 'kind',
      label: t('parts.movement'),
      all: t('parts.anyMovement'),
      options: PART_MOVEMENT_KINDS.map((value) => ({
        value,
        label: t(`parts.movement.${value}`),
      })),
    },
  ],
  StoreChoice,
  DepotChoice,
  Days,
);

/** What a movement belongs to, as a link. */
function Source(one: Movement) {
  const { work_order: order, purchase_order: bought, stock_take: take } = one;
  const { other_store: store, reason } = one;
  if (order !== null) {
    return (
      <Link to="/work-orders" search={{ open: String(order.id) } as never}>
        {order.reference_number}
      </Link>
    );
  }
  if (bought !== null) {
    return (
      <Link to="/parts/purchase-orders" search={{ open: String(bought.id) } as never}>
        {bought.reference_number}
      </Link>
    );
  }
  if (take !== null) {
    return (
      <Link to="/parts/stock-take" search={{ take: String(take.id) } as never}>
        {take.reference_number}
      </Link>
    );
  }
  return [store, reason].filter((one) => one !== null && one !== '').join(', ') || NONE;
}

function Details({ one }: { readonly one: Movement }) {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const money = useMoney();
  const facts = [
    [t('parts.at'), formatDateTime(Date.parse(one.created_at), dates)],
    [t('parts.movement'), t(`parts.movement.${one.kind}`)],
    [t('parts.part'), `${one.part.number} ${one.part.name}`],
    [t('parts.store'), one.store.name],
    ...(one.other_store === null ? [] : [[t('parts.otherStore'), one.other_store] as const]),
    [
      t('parts.quantity'),
      `${quantityText(one.quantity, locale)} ${t(`parts.unitShort.${one.part.unit}`)}`,
    ],
    [t('parts.unitCost'), money(one.unit_cost)],
    [t('parts.value'), money(one.value)],
    [t('parts.balance'), quantityText(one.balance, locale)],
    [t('parts.source'), <Source key="source" {...one} />],
    ...(one.reason === '' ? [] : [[t('parts.reason'), one.reason] as const]),
    [t('parts.by'), one.created_by],
  ] as const;
  return <FactList className="details-facts" facts={facts} />;
}

/** The list of movements. Nothing of it changes: a mistake is adjusted by another movement. */
export function useMovements(): Resource<Movement, never> {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const money = useMoney();
  return useMemo(
    () => ({
      kind: MOVEMENTS_KEY,
      texts: 'parts.movements',
      list: (query, signal) => api.parts.movements({ query: query as object, signal }),
      read: (id, signal) => api.parts.movement({ params: { id }, signal }),
      nameOf: ({ part }) => `${part.number} ${part.name}`,
      columns: [
        {
          key: 'created_at',
          label: t('parts.at'),
          isOrdered: true,
          cell: ({ created_at: at }) => formatDateTime(Date.parse(at), dates),
        },
        {
          key: 'part',
          label: t('parts.part'),
          cell: ({ part }) => `${part.number} ${part.name}`,
        },
        {
          key: 'kind',
          label: t('parts.movement'),
          cell: ({ kind }) => t(`parts.movement.${kind}`),
        },
        { key: 'store', label: t('parts.store'), cell: ({ store }) => store.name },
        {
          key: 'quantity',
          label: t('parts.quantity'),
          isNumber: true,
          cell: ({ quantity, part }) =>
            `${quantityText(quantity, locale)} ${t(`parts.unitShort.${part.unit}`)}`,
        },
        {
          key: 'value',
          label: t('parts.value'),
          isNumber: true,
          cell: ({ value }) => money(value),
        },
        {
          key: 'balance',
          label: t('parts.balance'),
          isNumber: true,
          cell: ({ balance }) => quantityText(balance, locale),
        },
        { key: 'source', label: t('parts.source'), cell: (one) => <Source {...one} /> },
        { key: 'by', label: t('parts.by'), cell: ({ created_by: by }) => by },
      ],
      mayAdd: false,
      hasHistory: false,
      Details,
      filters: {
        names: [
          'part',
          'work_order',
          'purchase_order',
          'stock_take',
          'kind',
          'store',
          'depot',
          'start_date',
          'end_date',
        ],
        Controls: Filters,
      },
      exportAddress: (query) => addressOf(pathOf('parts', 'exportMovements'), { query }),
    }),
    [t, dates, locale, money],
  );
}
