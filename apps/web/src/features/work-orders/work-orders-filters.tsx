import { formatNumber, WORK_ORDER_PLACES, WORK_ORDER_STATES } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useLocale } from '../../ui/display.ts';
import {
  type Bound,
  Choice,
  Days,
  FlagFilter,
  Places,
  RepairerChoice,
  StateChoice,
} from '../records/records-filters.tsx';
import { useScope } from '../records/records-scope.ts';
import { type Tile, Tiles } from '../records/records-tiles.tsx';
import { ORDERS_KEY } from './use-orders.ts';

/** Names of the filters in the URL and in the query of the call. */
export const ORDER_FILTERS = [
  'state',
  'place',
  'overdue',
  'to_approve',
  'warranty',
  'region',
  'depot',
  'vehicle',
  'repairer',
  'start_date',
  'end_date',
] as const;

const FLAGS = ['overdue', 'to_approve', 'warranty'] as const;

function useOrderFigures() {
  const query = useScope();
  return useQuery({
    queryKey: [ORDERS_KEY, 'figures', query],
    queryFn: ({ signal }) => api.workOrders.figures({ query, signal, quiet: true }),
  });
}

/** Counts of open orders; selecting one shows them. */
export function OrderTiles() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useOrderFigures();
  const none = { state: undefined, overdue: undefined, to_approve: undefined };
  const tile = (
    key: 'open' | 'to_approve' | 'approved' | 'in_progress' | 'done' | 'overdue',
    filter: Tile['filter'],
    tone?: 'bad',
  ): Tile => ({
    key,
    label: t(`workOrders.tile.${key}`),
    value: data === undefined ? undefined : formatNumber(data[key], locale, 0),
    filter: { ...none, ...filter },
    ...(tone === undefined ? {} : { tone }),
  });
  return (
    <Tiles
      label={t('workOrders.tiles')}
      tiles={[
        tile('open', { state: 'open' }),
        tile('to_approve', { to_approve: 'true' }, 'bad'),
        tile('overdue', { overdue: 'true' }, 'bad'),
        tile('approved', { state: 'approved' }),
        tile('in_progress', { state: 'in_progress' }),
        tile('done', { state: 'done' }),
      ]}
    />
  );
}

/** Filters by state, place, region, depot, repairer, days, and what needs attention. */
export function OrderFilters(bound: Bound) {
  const { t } = useTranslation();
  const { data } = useOrderFigures();
  return (
    <>
      <StateChoice
        {...bound}
        states={WORK_ORDER_STATES}
        textOf={(state) => t(`workOrders.state.${state}`)}
      />
      <Choice
        {...bound}
        name="place"
        label={t('workOrders.place')}
        all={t('workOrders.anyPlace')}
        options={WORK_ORDER_PLACES.map((value) => ({
          value,
          label: t(`workOrders.place.${value}`),
        }))}
      />
      <Places {...bound} />
      <RepairerChoice {...bound} repairers={data?.repairers} />
      {FLAGS.map((name) => (
        <FlagFilter key={name} {...bound} name={name} label={t(`workOrders.only.${name}`)} />
      ))}
      <Days {...bound} />
    </>
  );
}
