import {
  activityStatus,
  type EvidenceKind,
  formatDate,
  formatDateTime,
  InternalError,
} from '@roadworthy/domain';
import { knownText } from '../../../../platform/known-texts.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import { textOf } from '../../../../platform/texts.ts';
import type { EvidenceRecord } from '../content/evidence-content.repository.ts';

type Data = EvidenceRecord['data'];

const text = (data: Data, key: string): string => String(data[key] ?? '');
/** Several texts as one; empty ones are left out. */
const joined = (...texts: readonly (string | null)[]) =>
  texts.filter((one) => one !== null && one !== '').join(' · ');

function moment(display: Display, value: unknown): string | null {
  return typeof value === 'string' ? formatDateTime(Date.parse(value), display.dates) : null;
}

function day(display: Display, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return formatDate(Date.parse(value), { ...display.dates, timeZone: 'UTC' });
}

/** A text of the locale files whose last part is a value of the database. */
function valueText(display: Display, prefix: string, value: unknown): string {
  return textOf(display.language, `${prefix}.${value}` as Parameters<typeof textOf>[1]);
}

function itemNames(display: Display, { items }: Data): string {
  if (!Array.isArray(items)) throw new InternalError('evidence.items_missing');
  const one = (item: { name: string; finding?: string; severity?: string }) =>
    joined(
      knownText(display.language, item.name),
      item.finding === undefined ? null : knownText(display.language, item.finding),
      item.severity === undefined ? null : valueText(display, 'records.severity', item.severity),
    );
  return items.map(one).join('; ');
}

/** What a record is, and its result. */
type Described = readonly [what: string, result: string | null];

const DESCRIBED: Readonly<Record<EvidenceKind, (data: Data, display: Display) => Described>> = {
  walkaround_checks: (data, display) => [
    text(data, 'driver'),
    Number(data.defects) === 0
      ? wordsOf(display, 'records.nilDefects')
      : wordsOf(display, 'records.defectsFound', { count: text(data, 'defects') }),
  ],
  defects: (data, display) => [
    itemNames(display, data),
    joined(
      valueText(display, 'records.state', data.state),
      moment(display, data.signed_off_at),
      text(data, 'signed_off_by'),
    ),
  ],
  inspections: (data, display) => [
    joined(text(data, 'inspector'), text(data, 'place')),
    wordsOf(display, data.is_roadworthy === true ? 'records.roadworthy' : 'records.notRoadworthy'),
  ],
  brake_tests: (data, display) => [
    joined(
      valueText(display, 'brakes.method', data.method),
      text(data, 'tester'),
      text(data, 'place'),
    ),
    data.voided_at == null
      ? valueText(display, 'brakes.result', data.result)
      : wordsOf(display, 'evidence.voided', { reason: text(data, 'void_reason') }),
  ],
  off_road: (data, display) => [
    joined(valueText(display, 'records.vor.reason', data.reason), text(data, 'note')),
    moment(display, data.returned_at) ?? wordsOf(display, 'records.open'),
  ],
  work_orders: (data, display) => [
    joined(text(data, 'title'), text(data, 'repairer')),
    valueText(display, 'workOrder.state', data.state),
  ],
  schedules: (data, display) => [
    knownText(display.language, text(data, 'type')),
    moment(display, data.fulfilled_at) ?? wordsOf(display, 'records.open'),
  ],
  documents: (data, display) => {
    const { key, name } = activityStatus(text(data, 'type_reference'), text(data, 'status'));
    return [
      joined(
        knownText(display.language, text(data, 'type')),
        knownText(display.language, text(data, 'description')),
      ),
      key === null
        ? knownText(display.language, name)
        : valueText(display, 'vehicleFile.status', key),
    ];
  },
  accidents: (data) => [text(data, 'description'), text(data, 'driver_name')],
  tachograph_files: (data, display) => [
    text(data, 'name'),
    joined(day(display, data.first_day), day(display, data.last_day)),
  ],
};

/** The row of a record in the list of its kind: time, reference, what it is, result. */
export function rowOf(
  kind: EvidenceKind,
  { at, data }: EvidenceRecord,
  display: Display,
): (string | null)[] {
  const isDay = kind === 'schedules' || kind === 'tachograph_files';
  const when = isDay
    ? formatDate(at.getTime(), { ...display.dates, timeZone: 'UTC' })
    : formatDateTime(at.getTime(), display.dates);
  const [what, result] = DESCRIBED[kind](data, display);
  return [when, text(data, 'reference_number'), what, result];
}
