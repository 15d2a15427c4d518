import { formatMoment } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import type { TachographContent } from './tachograph.ts';
import { SignatureBadge } from './tachograph-columns.tsx';

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

/** Makers of common columns. */
function useColumnMakers() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(() => {
    const label = (key: string) => t(`tachograph.column.${key}`);
    const moment = <Row,>(key: string, value: (row: Row) => string | null): Column<Row> => ({
      key,
      label: label(key),
      cell: (row) => {
        const utc = value(row);
        return utc === null ? NONE : formatMoment(Date.parse(utc), dates);
      },
    });
    const text = <Row,>(key: string, value: (row: Row) => React.ReactNode): Column<Row> => ({
      key,
      label: label(key),
      cell: (row) => value(row) || NONE,
    });
    const number = <Row,>(key: string, value: (row: Row) => number | null): Column<Row> => ({
      key,
      label: label(key),
      isNumber: true,
      cell: (row) => value(row) ?? NONE,
    });
    return { moment, text, number, t };
  }, [t, dates]);
}

/** A code of the regulation in words; codes that it does not define stay as they are. */
const named = (t: (key: string, options: object) => string, group: string, code: string) =>
  t(`tachograph.${group}.${code}`, { defaultValue: code });

export function Vehicles({ content }: { readonly content: TachographContent }) {
  const { moment, text, number } = useColumnMakers();
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
  const { moment, text, number, t } = useColumnMakers();
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
  const { moment, text, number, t } = useColumnMakers();
  return (
    <>
      <Table
        id="places"
        rows={content.places}
        columns={[
          moment('time', ({ time }) => time),
          text('type', ({ type }) => named(t, 'place', type)),
          text('nation', ({ nation }) => nation),
          number('odometer', ({ odometer_km }) => odometer_km),
          text('position', ({ latitude, longitude }) =>
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
          moment('time', ({ time }) => time),
          text('type', ({ type }) => named(t, 'condition', type)),
        ]}
      />
    </>
  );
}

type Happening = TachographContent['events'][number];

export function Events({ content }: { readonly content: TachographContent }) {
  const { moment, text, number, t } = useColumnMakers();
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
          moment('time', ({ time }) => time),
          text('cardNumber', ({ card_number }) => card_number),
          text('registration', ({ registration }) => registration),
        ]}
      />
    </>
  );
}

export function Technical({ content }: { readonly content: TachographContent }) {
  const { moment, text, number, t } = useColumnMakers();
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
          moment('time', ({ hour }) => hour),
          number('minutes', ({ minutes }) => minutes),
          number('maxSpeed', ({ max_kmh }) => max_kmh),
          number('averageSpeed', ({ average_kmh }) => average_kmh),
        ]}
      />
    </>
  );
}

export function Proof({ content }: { readonly content: TachographContent }) {
  const { text, number, t } = useColumnMakers();
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
          text('problem', ({ code }) => named(t, 'problem', code)),
          text('part', ({ where }) => where && named(t, 'part', where)),
          number('offset', ({ offset }) => offset),
          number('expected', ({ expected_bytes }) => expected_bytes),
          number('found', ({ found_bytes }) => found_bytes),
        ]}
      />
    </>
  );
}
