import { formatNumber, INSPECTION_CATEGORY } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { accessOfPath } from '../../ui/destinations.ts';
import { useLocale } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import { useAddress } from '../../ui/use-address.ts';
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

const PLANNER = '/vehicle-file/planner';

/**
 * How many of the vehicles that a due filter counts have no inspection yet, with the way to the planner,
 * which lists them.
 */
function FirstInspections({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const [{ depot }] = useAddress();
  const access = accessOfPath(PLANNER);
  if (count === 0) return null;
  const search = { view: 'list', category: INSPECTION_CATEGORY, depot };
  return (
    <p className={look({ margin: 0, paddingX: 4, paddingY: 2 })} role="status">
      {t('inspections.first', { count })}{' '}
      {access !== null && may(current, access) && (
        <Link to={PLANNER} search={search as never}>
          {t('inspections.firstLink')}
        </Link>
      )}
    </p>
  );
}

/** Due inspections, findings of the last four weeks, and pending ones. */
export function InspectionTiles() {
  const { t } = useTranslation();
  const locale = useLocale();
  const query = useScope();
  const { data } = useQuery({
    queryKey: ['inspection-list', 'figures', query],
    queryFn: ({ signal }) => api.inspections.figures({ query, signal, quiet: true }),
  });
  const [{ due }] = useAddress();
  const counts = { overdue: data?.overdue_first, soon: data?.due_soon_first };
  return (
    <>
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
      <FirstInspections count={(due === 'overdue' || due === 'soon' ? counts[due] : 0) ?? 0} />
    </>
  );
}
