import { formatNumber } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useLocale } from '../../ui/display.ts';
import { useScope } from '../records/records-scope.ts';
import { Tiles } from '../records/records-tiles.tsx';

const NONE = {
  due: undefined,
  status: undefined,
  result: undefined,
  brakes: undefined,
  tyres: undefined,
  recent: undefined,
};

/** Each count with its filter. */
const TILES = [
  ['overdue', { due: 'overdue' }, 'bad'],
  ['due_soon', { due: 'soon' }, 'warn'],
  ['inspected', { recent: 'true' }, null],
  ['not_roadworthy', { result: 'not_roadworthy', recent: 'true' }, 'bad'],
  ['brakes_below', { brakes: 'below', recent: 'true' }, 'bad'],
  ['tyres_below', { tyres: 'below', recent: 'true' }, 'bad'],
  ['to_review', { status: '11' }, null],
  ['incomplete', { status: '3' }, null],
] as const;

/** Due inspections, findings of the last four weeks, and pending ones. */
export function InspectionTiles() {
  const { t } = useTranslation();
  const locale = useLocale();
  const query = useScope();
  const { data } = useQuery({
    queryKey: ['inspection-list', 'figures', query],
    queryFn: ({ signal }) => api.inspections.figures({ query, signal, quiet: true }),
  });
  return (
    <Tiles
      label={t('recordList.tiles')}
      tiles={TILES.map(([key, filter, tone]) => ({
        key,
        label: t(`recordList.tile.${key}`),
        value: data === undefined ? undefined : formatNumber(data[key], locale),
        filter: { ...NONE, ...filter },
        ...(tone === null ? {} : { tone }),
      }))}
    />
  );
}
