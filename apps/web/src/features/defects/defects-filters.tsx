import { DEFECT_STATES, SEVERITIES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look/look.ts';
import { type Bound, Choice, Days, Places } from '../records/records-filters.tsx';
import { useDefectFigures } from './defects-figures.tsx';

/** Names of the filters in the URL and in the query of the call. */
export const DEFECT_FILTERS = [
  'state',
  'severity',
  'overdue',
  'region',
  'depot',
  'vehicle',
  'repairer',
  'start_date',
  'end_date',
] as const;

/**
 * Filters by state, severity, region, depot, repairer, overdue and days, and a search by vehicle.
 */
export function DefectFilters(bound: Bound) {
  const { t } = useTranslation();
  const { data } = useDefectFigures();
  const { values, change } = bound;
  return (
    <>
      <Choice
        {...bound}
        name="state"
        label={t('recordList.state')}
        all={t('recordList.all.state')}
        options={(['open', ...DEFECT_STATES] as const).map((value) => ({
          value,
          label: t(value === 'open' ? 'recordList.open' : `record.state.${value}`),
        }))}
      />
      <Choice
        {...bound}
        name="severity"
        label={t('recordList.severity')}
        all={t('recordList.all.severity')}
        options={SEVERITIES.map((value) => ({ value, label: t(`record.severity.${value}`) }))}
      />
      <Places {...bound} />
      <Choice
        {...bound}
        name="repairer"
        label={t('record.repairer')}
        all={t('recordList.all.repairer')}
        options={(data?.repairers ?? []).map((value) => ({ value, label: value }))}
      />
      <label className={look({ flow: 'inlineRow', align: 'center', gap: 2, minHeight: 40 })}>
        <input
          type="checkbox"
          checked={values.overdue === 'true'}
          onChange={({ currentTarget }) =>
            change({ overdue: currentTarget.checked ? 'true' : undefined })
          }
        />
        <span>{t('record.overdue')}</span>
      </label>
      <Days {...bound} />
    </>
  );
}
