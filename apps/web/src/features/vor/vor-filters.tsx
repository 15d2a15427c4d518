import { VOR_REASONS } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DateFilter } from '../../ui/date-field/date-field.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { useFigures, type VorRecord } from './use-vor.ts';

type Controls = NonNullable<Resource<VorRecord, never>['filters']>['Controls'];

/** Names of the filters in the URL and in the query of the call (requirements N-02, N-P01). */
export const VOR_FILTERS = [
  'state',
  'region',
  'depot',
  'vehicle',
  'reason',
  'repairer',
  'start_date',
  'end_date',
] as const;

const STATES = ['off_road', 'returned'] as const;

/** A select with one value or any. */
function Choice({
  name,
  label,
  all,
  options,
  values,
  change,
}: Parameters<Controls>[0] & {
  readonly name: (typeof VOR_FILTERS)[number];
  readonly label: string;
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}) {
  return (
    <select
      aria-label={label}
      value={values[name] ?? ''}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value || undefined })}
    >
      <option value="">{all}</option>
      {options.map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

function Day({
  name,
  label,
  values,
  change,
}: Parameters<Controls>[0] & {
  readonly name: 'start_date' | 'end_date';
  readonly label: string;
}) {
  return (
    <DateFilter
      label={label}
      value={values[name] ?? ''}
      onChange={(day) => change({ [name]: day || undefined })}
    />
  );
}

/**
 * Filters by region, depot, reason, repairer, state and days; a vehicle is found by its
 * registration.
 */
export const VorFilters: Controls = (bound) => {
  const { t } = useTranslation();
  const { data: regions = [] } = useQuery({
    queryKey: ['vor-choices', 'regions'],
    queryFn: ({ signal }) => api.depots.regions({ signal }),
  });
  const { data: depots = [] } = useQuery({
    queryKey: ['vor-choices', 'depots'],
    queryFn: ({ signal }) => api.vehicleFile.depots({ signal }),
  });
  const repairers = useFigures()?.repairers ?? [];
  const named = (list: readonly { readonly id: number; readonly name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
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
        name="region"
        label={t('vor.region')}
        all={t('vor.all.region')}
        options={named(regions)}
      />
      <Choice
        {...bound}
        name="depot"
        label={t('vor.depot')}
        all={t('vor.all.depot')}
        options={named(depots)}
      />
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
      <span className="vor-days">
        <Day {...bound} name="start_date" label={t('vor.from')} />
        <Day {...bound} name="end_date" label={t('vor.to')} />
      </span>
    </>
  );
};
