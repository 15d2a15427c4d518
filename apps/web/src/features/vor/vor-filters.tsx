import { VOR_COUNTS, VOR_REASONS } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../ui/resource/resource.ts';
import { Choice, Days, Places } from '../records/records-filters.tsx';
import { useFigures, type VorRecord } from './use-vor.ts';

type Controls = NonNullable<Resource<VorRecord, never>['filters']>['Controls'];

/** Names of the filters in the URL and in the query of the call (requirements N-02, N-P01). */
export const VOR_FILTERS = [
  'state',
  'counted',
  'region',
  'depot',
  'vehicle',
  'reason',
  'repairer',
  'start_date',
  'end_date',
] as const;

const STATES = ['off_road', 'returned'] as const;

/**
 * Filters by state, figure, region, depot, reason, repairer and days; a vehicle is found by its
 * registration.
 */
export const VorFilters: Controls = (bound) => {
  const { t } = useTranslation();
  const repairers = useFigures()?.repairers ?? [];
  return (
    <>
      <Choice
        {...bound}
        name="state"
        label={t('vor.state')}
        all={t('vor.all.state')}
        options={STATES.map((value) => ({ value, label: t(`vor.state.${value}`) }))}
      />
      <Choice
        {...bound}
        name="counted"
        label={t('vor.counted')}
        all={t('vor.all.counted')}
        options={VOR_COUNTS.map((value) => ({ value, label: t(`vor.counted.${value}`) }))}
      />
      <Places {...bound} />
      <Choice
        {...bound}
        name="reason"
        label={t('record.vor.reason')}
        all={t('vor.all.reason')}
        options={VOR_REASONS.map((value) => ({ value, label: t(`record.vor.reason.${value}`) }))}
      />
      <Choice
        {...bound}
        name="repairer"
        label={t('record.repairer')}
        all={t('vor.all.repairer')}
        options={repairers.map((value) => ({ value, label: value }))}
      />
      <Days {...bound} />
    </>
  );
};
