import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { createElement, Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DateFilter } from '../../ui/date-field/date-field.tsx';
import { look } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { Select } from '../../ui/select/select.tsx';

/** Props of the filters of a list. */
export type Bound = Parameters<
  NonNullable<Resource<{ readonly id: number }, never>['filters']>['Controls']
>[0];

/** A choice of one value or any, as data. */
export interface ChoiceOf {
  /** Its name in the address and in the query. */
  readonly name: string;
  readonly label: string;
  /** The text of the option without a value. */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The look of a select that filters. */
export const FILTER_SELECT = look({
  height: 40,
  paddingX: 2,
  ground: 'surface',
  border: 'strong',
  radius: 'medium',
});

/** A select with one value or any. */
export function Choice({
  name,
  label,
  all,
  options,
  values,
  change,
  className = FILTER_SELECT,
}: Bound & ChoiceOf & { readonly className?: string | undefined }) {
  return (
    <Select
      className={className}
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
    </Select>
  );
}

/** The filters of a list: choices in the language of the reader, followed by other controls. */
export function filtersOf(
  choices: (t: TFunction) => readonly ChoiceOf[],
  ...others: readonly ((bound: Bound) => React.ReactNode)[]
): (bound: Bound) => React.ReactNode {
  return function Filters(bound) {
    const { t } = useTranslation();
    const controls = [
      ...choices(t).map((choice) => createElement(Choice, { ...bound, ...choice })),
      ...others.map((Other) => createElement(Other, bound)),
    ];
    // The order never changes: children without keys.
    return createElement(Fragment, null, ...controls);
  };
}

/** A choice of one of these depots. */
export function DepotsChoice({
  depots,
  ...bound
}: Bound & {
  readonly className?: string;
  readonly depots: readonly { readonly id: number; readonly name: string }[];
}) {
  const { t } = useTranslation();
  return (
    <Choice
      {...bound}
      name="depot"
      label={t('recordList.depot')}
      all={t('recordList.all.depot')}
      options={depots.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}

/** A choice of a depot. */
export function DepotChoice(bound: Bound & { readonly className?: string }) {
  const { data: depots = [] } = useQuery({
    queryKey: ['record-choices', 'depots'],
    queryFn: ({ signal }) => api.vehicleFile.depots({ signal }),
  });
  return <DepotsChoice {...bound} depots={depots} />;
}

/** A choice of a state, or of all open ones. */
export function StateChoice<State extends string>({
  states,
  textOf,
  ...bound
}: Bound & {
  readonly states: readonly State[];
  readonly textOf: (state: State) => string;
}) {
  const { t } = useTranslation();
  return (
    <Choice
      {...bound}
      name="state"
      label={t('recordList.state')}
      all={t('recordList.all.state')}
      options={[
        { value: 'open', label: t('recordList.open') },
        ...states.map((value) => ({ value, label: textOf(value) })),
      ]}
    />
  );
}

/** A choice of a repairer by name. */
export function RepairerChoice({
  repairers = [],
  ...bound
}: Bound & { readonly repairers: readonly string[] | undefined }) {
  const { t } = useTranslation();
  return (
    <Choice
      {...bound}
      name="repairer"
      label={t('record.repairer')}
      all={t('recordList.all.repairer')}
      options={repairers.map((value) => ({ value, label: value }))}
    />
  );
}

/** A filter that is on or off. */
export function FlagFilter({
  values,
  change,
  name,
  label,
}: Bound & { readonly name: string; readonly label: string }) {
  return (
    <label className={look({ flow: 'inlineRow', align: 'center', gap: 2, minHeight: 40 })}>
      <input
        type="checkbox"
        checked={values[name] === 'true'}
        onChange={({ currentTarget }) =>
          change({ [name]: currentTarget.checked ? 'true' : undefined })
        }
      />
      <span>{label}</span>
    </label>
  );
}

/** The first and the last day of a range, in UTC. The names are those in the address. */
export function DayFilters({
  values,
  change,
  labels,
}: Bound & { readonly labels: Readonly<Record<string, string>> }) {
  return (
    <span className={look({ flow: 'inlineRow', wrap: true, gap: 2 })}>
      {Object.entries(labels).map(([name, label]) => (
        <DateFilter
          key={name}
          label={label}
          value={values[name] ?? ''}
          onChange={(day) => change({ [name]: day || undefined })}
        />
      ))}
    </span>
  );
}

/** The range of days `from` and `to`. */
export function PeriodFilter(bound: Bound) {
  const { t } = useTranslation();
  return <DayFilters {...bound} labels={{ from: t('recordList.from'), to: t('recordList.to') }} />;
}

/** The range of days `start_date` and `end_date`. */
export function Days(bound: Bound) {
  const { t } = useTranslation();
  return (
    <DayFilters
      {...bound}
      labels={{ start_date: t('recordList.from'), end_date: t('recordList.to') }}
    />
  );
}

/** Region and depot; a vehicle is found by its registration. */
export function Places(bound: Bound) {
  const { t } = useTranslation();
  const { data: regions = [] } = useQuery({
    queryKey: ['record-choices', 'regions'],
    queryFn: ({ signal }) => api.depots.regions({ signal }),
  });
  return (
    <>
      <Choice
        {...bound}
        name="region"
        label={t('recordList.region')}
        all={t('recordList.all.region')}
        options={regions.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <DepotChoice {...bound} />
    </>
  );
}
