import { formatNumber } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useLocale, useMoney } from '../../ui/display.ts';
import { type Tile, Tiles } from '../records/records-tiles.tsx';
import { useFigures } from './use-vor.ts';

const NONE = { state: undefined, counted: undefined };

/**
 * The figures (requirement N-P01) of the vehicles that match region, depot and vehicle; each shows the entries that
 * it counts.
 */
export function Totals() {
  const { t } = useTranslation();
  const locale = useLocale();
  const money = useMoney();
  const totals = useFigures()?.totals;
  const number = (value: number | undefined, digits = 0) =>
    value == null ? undefined : formatNumber(value, locale, digits);
  const tiles: readonly Tile[] = [
    {
      key: 'offRoad',
      label: t('vor.total.offRoad'),
      value: number(totals?.off_road),
      filter: { ...NONE, counted: 'off_road' },
      ...(totals === undefined ? {} : { hint: t('vor.ofVehicles', { count: totals.vehicles }) }),
    },
    {
      key: 'over7Days',
      label: t('vor.total.over7Days'),
      value: number(totals?.over_7_days),
      filter: { ...NONE, counted: 'over_7_days' },
    },
    {
      key: 'returned',
      label: t('vor.total.returned'),
      value: number(totals?.returned_this_week),
      filter: { ...NONE, counted: 'returned_this_week' },
    },
    {
      key: 'averageDays',
      label: t('vor.total.averageDays'),
      value: number(totals?.average_days, 1),
      filter: { ...NONE, counted: 'off_road' },
    },
    {
      key: 'cost',
      label: t('vor.total.cost'),
      value: totals === undefined ? undefined : money(totals.cost),
      filter: { ...NONE, state: 'off_road' },
    },
  ];
  return <Tiles label={t('vor.totals')} tiles={tiles} />;
}
