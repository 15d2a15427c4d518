import { formatDate, formatTime } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import type { TachographContent } from './tachograph.ts';
import { SignatureBadge } from './tachograph-columns.tsx';

/** One row of a list of the content. */
type Rows<K extends keyof TachographContent> = TachographContent[K][number];

const NONE = '–';
const READY = { isPending: false, error: null, refetch: () => undefined };

/** Rows of a file with a heading; nothing is loaded. */
function Table<Row>({
  id,
  rows,
  columns,
}: {
  readonly id: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
}) {
  const { t } = useTranslation();
  const numbered = useMemo(() => rows.map((row, key) => ({ row, key })), [rows]);
  const wrapped = useMemo(
    () =>
      columns.map(({ cell, compare: _, ...column }) => ({
        ...column,
        cell: ({ row }: { row: Row }) => cell(row),
      })),
    [columns],
  );
  return (
    <>
      <h2>{t(`tachograph.table.${id}`)}</h2>
      {rows.length === 0 ? (
        <p>{t('tachograph.nothing')}</p>
      ) : (
        <DataTable
          id={`tachograph-${id}`}
          label={t(`tachograph.table.${id}`)}
          columns={wrapped}
          rows={numbered}
          keyOf={({ key }) => key}
          state={READY}
          empty={{ title: t('tachograph.nothing'), text: '' }}
        />
      )}
    </>
  );
}

/** Makers of the common columns of a table. */
function useColumnMakers<Row>() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(() => {
    const label = (key: string) => t(`tachograph.column.${key}`);
    const moment = (key: string, value: (row: Row) => string | null): Column<Row> => ({
      key,
      label: label(key),
      cell: (row) => {
        const utc = value(row);
        if (utc === null) return NONE;
        const timeMs = Date.parse(utc);
        return `${formatDate(timeMs, dates)} ${formatTime(timeMs, dates, true)}`;
      },
    });
    const text = (key: string, value: (row: Row) => React.ReactNode): Column<Row> => ({
      key,
      label: label(key),
      cell: (row) => value(row) || NONE,
    });
    const number = (key: string, value: (row: Row) => number | null): Column<Row> => ({
      key,
      label: label(key),
      isNumber: true,
      cell: (row) => value(row) ?? NONE,
    });
    return { moment, text, number, t };
  }, [t, dates]);
}

/** A code of the regulation in words; codes that it does not define stay as they are. */
const named = (t: TFunction, group: string, code: string) =>
  t(`tachograph.${group}.${code}`, { defaultValue: code });

export function Vehicles({ content }: { readonly content: TachographContent }) {
  const { moment, text, number } = useColumnMakers<Rows<'vehicles'>>();
  return (
    <Table
      id="vehicles"
      rows={content.vehicles}
      columns={[
        text('registration', ({ registration }) => registration),
        text('nation', ({ nation }) => nation),
        text('vin', ({ vin }) => vin),
        moment('from', ({ from }) => from),
        moment('to', ({ to }) => to),
        number('odometerFrom', ({ odometer_from_km }) => odometer_from_km),
        number('odometerTo', ({ odometer_to_km }) => odometer_to_km),
      ]}
    />
  );
}

export function Cards({ content }: { readonly content: TachographContent }) {
  const { moment, text, number, t } = useColumnMakers<Rows<'cards'>>();
  return (
    <Table
      id="cards"
      rows={content.cards}
      columns={[
        text('holder', ({ holder }) => holder),
        text('cardNumber', ({ card_number }) => card_number),
        text('slot', ({ slot }) => named(t, 'slot', slot)),
        moment('from', ({ from }) => from),
        moment('to', ({ to }) => to),
        number('odometerFrom', ({ odometer_from_km }) => odometer_from_km),
        number('odometerTo', ({ odometer_to_km }) => odometer_to_km),
      ]}
    />
  );
}

export function Places({ content }: { readonly content: TachographContent }) {
  const place = useColumnMakers<Rows<'places'>>();
  const condition = useColumnMakers<Rows<'conditions'>>();
  const { t } = place;
  return (
    <>
      <Table
        id="places"
        rows={content.places}
        columns={[
          place.moment('time', ({ time }) => time),
          place.text('type', ({ type }) => named(t, 'place', type)),
          place.text('nation', ({ nation }) => nation),
          place.number('odometer', ({ odometer_km }) => odometer_km),
          place.text('position', ({ latitude, longitude }) =>
            latitude === null || longitude === null
              ? null
              : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`,
          ),
        ]}
      />
      <Table
        id="conditions"
        rows={content.conditions}
        columns={[
          condition.moment('time', ({ time }) => time),
          condition.text('type', ({ type }) => named(t, 'condition', type)),
        ]}
      />
    </>
  );
}

type Happening = Rows<'events'>;

export function Events({ content }: { readonly content: TachographContent }) {
  const { moment, text, number, t } = useColumnMakers<Happening>();
  const control = useColumnMakers<Rows<'controls'>>();
  const columns: readonly Column<Happening>[] = [
    text('type', ({ type }) => named(t, 'event', type)),
    moment('from', ({ begin_at }) => begin_at),
    moment('to', ({ end_at }) => end_at),
    text('registration', ({ registration }) => registration),
    text('cardNumber', ({ card_number }) => card_number),
    number('maxSpeed', ({ max_speed_kmh }) => max_speed_kmh),
  ];
  return (
    <>
      <Table id="events" rows={content.events} columns={columns} />
      <Table id="faults" rows={content.faults} columns={columns} />
      <Table
        id="controls"
        rows={content.controls}
        columns={[
          control.moment('time', ({ time }) => time),
          control.text('cardNumber', ({ card_number }) => card_number),
          control.text('registration', ({ registration }) => registration),
        ]}
      />
    </>
  );
}

export function Technical({ content }: { readonly content: TachographContent }) {
  const { moment, text, number, t } = useColumnMakers<Rows<'calibrations'>>();
  const speed = useColumnMakers<Rows<'speeds'>>();
  return (
    <>
      <Table
        id="calibrations"
        rows={content.calibrations}
        columns={[
          moment('time', ({ time }) => time),
          text('purpose', ({ purpose }) => named(t, 'purpose', purpose)),
          text('workshop', ({ workshop }) => workshop),
          text('registration', ({ registration }) => registration),
          text('vin', ({ vin }) => vin),
          text('tyreSize', ({ tyre_size }) => tyre_size),
          number('authorisedSpeed', ({ authorised_speed_kmh }) => authorised_speed_kmh),
          number('odometer', ({ odometer_km }) => odometer_km),
          moment('next', ({ next_at }) => next_at),
        ]}
      />
      <Table
        id="speeds"
        rows={content.speeds}
        columns={[
          speed.moment('time', ({ hour }) => hour),
          speed.number('minutes', ({ minutes }) => minutes),
          speed.number('maxSpeed', ({ max_kmh }) => max_kmh),
          speed.number('averageSpeed', ({ average_kmh }) => average_kmh),
        ]}
      />
    </>
  );
}

export function Proof({ content }: { readonly content: TachographContent }) {
  const { text, number, t } = useColumnMakers<Rows<'signatures'>>();
  const problem = useColumnMakers<Rows<'problems'>>();
  return (
    <>
      <Table
        id="signatures"
        rows={content.signatures}
        columns={[
          text('part', ({ name }) => named(t, 'part', name)),
          number('generation', ({ generation }) => generation),
          text('result', ({ result }) => <SignatureBadge result={result} />),
          text('reason', ({ reason }) => reason && named(t, 'reason', reason)),
        ]}
      />
      <Table
        id="problems"
        rows={content.problems}
        columns={[
          problem.text('problem', ({ code }) => named(t, 'problem', code)),
          problem.text('part', ({ where }) => where && named(t, 'part', where)),
          problem.number('offset', ({ offset }) => offset),
          problem.number('expected', ({ expected_bytes }) => expected_bytes),
          problem.number('found', ({ found_bytes }) => found_bytes),
        ]}
      />
    </>
  );
}
