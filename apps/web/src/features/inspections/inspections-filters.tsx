import { INSPECTION_CODES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { type Bound, Choice, Days, FlagFilter, Places } from '../records/records-filters.tsx';

/** Names of the filters in the URL and in the query of the call. */
export const INSPECTION_FILTERS = [
  'due',
  'status',
  'result',
  'brakes',
  'tyres',
  'region',
  'depot',
  'vehicle',
  'recent',
  'start_date',
  'end_date',
] as const;

/** Values of the single-value filters, with the prefix of their texts. */
const CHOICES = [
  ['due', ['overdue', 'soon'], 'recordList.dueIs'],
  ['status', INSPECTION_CODES, 'recordList.status'],
  ['result', ['roadworthy', 'not_roadworthy'], 'recordList.resultIs'],
  ['brakes', ['met', 'below', 'none'], 'recordList.brakesAre'],
  ['tyres', ['met', 'below', 'none'], 'recordList.tyresAre'],
] as const;

/**
 * Filters by due date, state, result, brakes, tyres, region, depot and days, and a search by
 * vehicle.
 */
export function InspectionFilters(bound: Bound) {
  const { t } = useTranslation();
  return (
    <>
      {CHOICES.map(([name, options, prefix]) => (
        <Choice
          key={name}
          {...bound}
          name={name}
          label={t(`recordList.choice.${name}`)}
          all={t(`recordList.all.${name}`)}
          options={options.map((value) => ({ value, label: t(`${prefix}.${value}`) }))}
        />
      ))}
      <Places {...bound} />
      <FlagFilter {...bound} name="recent" label={t('recordList.recentInspection')} />
      <Days {...bound} />
    </>
  );
}
