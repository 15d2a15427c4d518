import { formatNumber } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useLocale, useMoney } from '../../ui/display.ts';
import { useScope } from '../records/records-scope.ts';
import { type Tile, Tiles } from '../records/records-tiles.tsx';

/** Counts of the defects that match region, depot and vehicle. */
export function useDefectFigures() {
  const query = useScope();
  return useQuery({
    queryKey: ['defect-list', 'figures', query],
    queryFn: ({ signal }) => api.defects.figures({ query, signal, quiet: true }),
  });
}

/** Open defects by next step, overdue defects, and the last four weeks. */
export function DefectTiles() {
  const { t } = useTranslation();
  const locale = useLocale();
  const money = useMoney();
  const { data } = useDefectFigures();
  const number = (value: number | undefined, digits = 0) =>
    value == null ? undefined : formatNumber(value, locale, digits);
  const none = {
    state: undefined,
    severity: undefined,
    overdue: undefined,
    off_road: undefined,
    recent: undefined,
    signed_off_from: undefined,
    signed_off_to: undefined,
  };
  const state = (key: 'open' | 'reported' | 'verified' | 'assigned' | 'repaired'): Tile => ({
    key,
    label: t(`recordList.tile.${key}`),
    value: number(data?.[key]),
    filter: { ...none, state: key },
  });
  const tiles: readonly Tile[] = [
    state('open'),
    {
      key: 'overdue',
      label: t('recordList.tile.overdue'),
      value: number(data?.overdue),
      filter: { ...none, overdue: 'true' },
      tone: 'bad',
    },
    {
      key: 'dangerous',
      label: t('recordList.tile.dangerous'),
      value: number(data?.dangerous),
      filter: { ...none, state: 'open', severity: 'dangerous' },
      tone: 'bad',
    },
    state('reported'),
    state('verified'),
    state('assigned'),
    state('repaired'),
    {
      key: 'offRoad',
      label: t('recordList.tile.offRoad'),
      value: number(data?.off_road),
      filter: { ...none, off_road: 'true' },
      tone: 'bad',
    },
    {
      key: 'averageDays',
      label: t('recordList.tile.averageDays'),
      value: number(data?.average_days, 1),
      filter: { ...none, recent: 'true' },
    },
    {
      key: 'cost',
      label: t('recordList.tile.cost'),
      value: data === undefined ? undefined : money(data.cost),
      filter: { ...none, recent: 'true' },
    },
  ];
  return <Tiles label={t('recordList.tiles')} tiles={tiles} />;
}
