import { DEFECT_STATES, SEVERITIES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import {
  type Bound,
  Choice,
  Days,
  FlagFilter,
  Places,
  RepairerChoice,
  StateChoice,
} from '../records/records-filters.tsx';
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
  return (
    <>
      <StateChoice
        {...bound}
        states={DEFECT_STATES}
        textOf={(state) => t(`record.state.${state}`)}
      />
      <Choice
        {...bound}
        name="severity"
        label={t('recordList.severity')}
        all={t('recordList.all.severity')}
        options={SEVERITIES.map((value) => ({ value, label: t(`record.severity.${value}`) }))}
      />
      <Places {...bound} />
      <RepairerChoice {...bound} repairers={data?.repairers} />
      <FlagFilter {...bound} name="overdue" label={t('record.overdue')} />
      <Days {...bound} />
    </>
  );
}
