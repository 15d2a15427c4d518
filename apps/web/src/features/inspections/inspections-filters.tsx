import { INSPECTION_CODES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { type Bound, Choice, Days, Places } from '../records/records-filters.tsx';

/** The names of the filters, in the address and in the call's query. */
export const INSPECTION_FILTERS = [
  'due',
  'status',
  'result',
  'brakes',
  'tyres',
  'region',
  'depot',
  'vehicle',
  'start_date',
  'end_date',
] as const;

/** What each filter of one value may be, with the prefix of its texts. */
const CHOICES = [
  ['due', ['overdue', 'soon'], 'recordList.dueIs'],
  ['status', INSPECTION_CODES, 'recordList.status'],
  ['result', ['roadworthy', 'not_roadworthy'], 'recordList.resultIs'],
  ['brakes', ['met', 'below', 'none'], 'recordList.brakesAre'],
  ['tyres', ['met', 'below', 'none'], 'recordList.tyresAre'],
] as const;

/** Due, state, result, brakes, tyres, region, depot and days; a vehicle is searched for. */
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
      <Days {...bound} />
    </>
  );
}
