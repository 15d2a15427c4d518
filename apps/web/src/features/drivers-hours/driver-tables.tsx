import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { hoursText } from '../tracking/tracking-hours.ts';
import { SeverityMark } from './drivers-hours-severity.tsx';

export type Hours = AnswerOf<typeof contract.driversHours.driver>;

const READ = { isPending: false, error: null, refetch: () => undefined } as const;

function useFormats() {
  const { dates } = useDisplay();
  return {
    duration: (seconds: number) => hoursText(seconds),
    moment: (time: string) => formatDateTime(Date.parse(time), dates),
    day: (date: string) => formatDay(date, dates.dateFormat),
  };
}

function Table<Row>({
  id,
  label,
  columns,
  rows,
  keyOf,
}: {
  readonly id: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}) {
  if (rows.length === 0) return null;
  return (
    <>
      <h2>{label}</h2>
      <DataTable
        id={id}
        label={label}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        state={READ}
        empty={{ title: label, text: '' }}
      />
    </>
  );
}

function Infringements({ rows }: { readonly rows: Hours['infringements'] }) {
  const { t } = useTranslation();
  const { duration, moment } = useFormats();
  return (
    <Table
      id="driver-hours-infringements"
      label={t('hours.infringements')}
      rows={rows}
      keyOf={({ id }) => String(id)}
      columns={[
        { key: 'rule', label: t('hours.rule'), cell: ({ rule }) => t(`hours.rule.${rule}`) },
        { key: 'paragraph', label: t('hours.paragraph'), cell: ({ paragraph }) => paragraph },
        {
          key: 'severity',
          label: t('hours.severity'),
          cell: ({ severity }) => <SeverityMark severity={severity} />,
        },
        { key: 'end', label: t('hours.when'), cell: ({ end }) => moment(end) },
        {
          key: 'reached',
          label: t('hours.reached'),
          isNumber: true,
          cell: ({ actual }) => duration(actual),
        },
        {
          key: 'limit',
          label: t('hours.limit'),
          isNumber: true,
          cell: ({ limit }) => duration(limit),
        },
        { key: 'state', label: t('hours.state'), cell: ({ state }) => t(`hours.state.${state}`) },
      ]}
    />
  );
}

function Shifts({ rows }: { readonly rows: Hours['days'] }) {
  const { t } = useTranslation();
  const { duration, moment } = useFormats();
  return (
    <Table
      id="driver-hours-shifts"
      label={t('hours.shifts')}
      rows={rows}
      keyOf={({ start }) => start}
      columns={[
        { key: 'start', label: t('hours.start'), cell: ({ start }) => moment(start) },
        { key: 'end', label: t('hours.end'), cell: ({ end }) => moment(end) },
        {
          key: 'driving',
          label: t('hours.driving'),
          isNumber: true,
          cell: ({ driving }) => duration(driving),
        },
        {
          key: 'limit',
          label: t('hours.limit'),
          isNumber: true,
          cell: ({ limit }) => duration(limit),
        },
        { key: 'rest', label: t('hours.rest'), cell: ({ rest }) => t(`hours.rest.${rest}`) },
        {
          key: 'restTime',
          label: t('hours.restTime'),
          isNumber: true,
          cell: ({ rest_time }) => duration(rest_time),
        },
      ]}
    />
  );
}

function Weeks({ rows }: { readonly rows: Hours['weeks'] }) {
  const { t } = useTranslation();
  const { day, duration } = useFormats();
  return (
    <Table
      id="driver-hours-weeks"
      label={t('hours.weeks')}
      rows={rows}
      keyOf={({ start }) => start}
      columns={[
        { key: 'start', label: t('hours.weekFrom'), cell: ({ start }) => day(start) },
        {
          key: 'driving',
          label: t('hours.driving'),
          isNumber: true,
          cell: ({ driving }) => duration(driving),
        },
        {
          key: 'fortnight',
          label: t('hours.fortnight'),
          isNumber: true,
          cell: ({ fortnight }) => duration(fortnight),
        },
        {
          key: 'working',
          label: t('hours.working'),
          isNumber: true,
          cell: ({ working }) => duration(working),
        },
        {
          key: 'leave',
          label: t('hours.leave'),
          isNumber: true,
          cell: ({ leave }) => (leave === 0 ? '–' : duration(leave)),
        },
        {
          key: 'average',
          label: t('hours.average'),
          isNumber: true,
          cell: ({ average }) => (average === null ? '–' : duration(average)),
        },
      ]}
    />
  );
}

function WeeklyRests({ rows }: { readonly rows: Hours['weekly_rests'] }) {
  const { t } = useTranslation();
  const { duration, moment } = useFormats();
  return (
    <Table
      id="driver-hours-weekly-rests"
      label={t('hours.weeklyRests')}
      rows={rows}
      keyOf={({ start }) => start}
      columns={[
        { key: 'start', label: t('hours.start'), cell: ({ start }) => moment(start) },
        {
          key: 'kind',
          label: t('hours.restKind'),
          cell: ({ kind }) => t(`hours.weeklyRest.${kind}`),
        },
        {
          key: 'restTime',
          label: t('hours.restTime'),
          isNumber: true,
          cell: ({ rest_time }) => duration(rest_time),
        },
        {
          key: 'owed',
          label: t('hours.owed'),
          isNumber: true,
          cell: ({ owed }) => (owed === 0 ? '–' : duration(owed)),
        },
        {
          key: 'compensateBy',
          label: t('hours.compensateBy'),
          cell: ({ compensate_by }) => (compensate_by === null ? '–' : moment(compensate_by)),
        },
        {
          key: 'compensated',
          label: t('hours.compensated'),
          cell: ({ compensated, owed }) =>
            compensated === null ? (owed === 0 ? '–' : t('hours.notYet')) : moment(compensated),
        },
      ]}
    />
  );
}

/** The infringements, shifts, weeks and weekly rests of a driver. */
export function DriverTables({ hours }: { readonly hours: Hours }) {
  return (
    <>
      <Infringements rows={hours.infringements} />
      <Shifts rows={hours.days} />
      <Weeks rows={hours.weeks} />
      <WeeklyRests rows={hours.weekly_rests} />
    </>
  );
}
