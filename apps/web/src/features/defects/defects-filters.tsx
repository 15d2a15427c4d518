import { DEFECT_STATES, SEVERITIES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import {
  type Bound,
  Choice,
  DayFilters,
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
  'off_road',
  'recent',
  'start_date',
  'end_date',
  'signed_off_from',
  'signed_off_to',
] as const;

/** First and last day of the sign-off. */
function SignOffDays(bound: Bound) {
  const { t } = useTranslation();
  return (
    <DayFilters
      {...bound}
      labels={{
        signed_off_from: t('recordList.signed_off_from'),
        signed_off_to: t('recordList.signed_off_to'),
      }}
    />
  );
}

/**
 * Filters by state, severity, region, depot, repairer, what keeps a vehicle off the road, and days of the report and of
 * the sign-off; a vehicle is found by its registration.
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
      <FlagFilter {...bound} name="off_road" label={t('recordList.tile.offRoad')} />
      <FlagFilter {...bound} name="recent" label={t('recordList.recent')} />
      <Days {...bound} />
      <SignOffDays {...bound} />
    </>
  );
}
