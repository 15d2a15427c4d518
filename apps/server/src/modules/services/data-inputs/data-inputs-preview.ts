import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { type MappedRecord, mapJsonMessage } from '@roadworthy/protocols';
import type { ErrorCode } from '../../../platform/error-texts.ts';

type Preview = typeof contract.dataInputs.preview;
type Previewed = AnswerOf<Preview>['records'][number];

/** Records that a preview shows. */
const MOST_SHOWN = 10;

const EMPTY = {
  ...{ device: null, vehicle: null, time: null, latitude: null, longitude: null },
  ...{ is_valid: false, speed_kmh: null, course: null, altitude_m: null, satellites: null },
  ...{ ignition: null, odometer_m: null },
} as const;

function toPreviewed(mapped: MappedRecord): Previewed {
  if (mapped.kind === 'ignored') {
    return { ...EMPTY, outcome: 'ignored', attributes: [], problems: [] };
  }
  const problems = mapped.problems.map((one) => ({ ...one }));
  if (mapped.kind === 'refused') {
    return { ...EMPTY, outcome: 'refused', device: mapped.deviceId, attributes: [], problems };
  }
  const { record } = mapped;
  const columns = {
    externalVoltageV: record.externalVoltageV,
    batteryVoltageV: record.batteryVoltageV,
    batteryPercent: record.batteryPercent,
    driverTag: record.driverTag,
  };
  return {
    outcome: 'stored',
    device: mapped.deviceId,
    vehicle: null,
    time: record.timeMs === null ? null : toApiDateTime(record.timeMs),
    latitude: record.latitudeDeg,
    longitude: record.longitudeDeg,
    is_valid: record.fixValid,
    speed_kmh: record.speedKmh,
    course: record.headingDeg,
    altitude_m: record.altitudeM,
    satellites: record.satellites,
    ignition: record.ignition,
    odometer_m: record.odometerM,
    attributes: Object.entries({ ...record.attributes, ...columns }).flatMap(([name, value]) =>
      value === null || name === 'unreadable' ? [] : [{ name, value }],
    ),
    problems,
  };
}

/** What a mapping would store of a message; the vehicles are not known yet. */
export function previewOf({ mapping, sample, topic }: BodyOf<Preview>): {
  readonly error: ErrorCode | null;
  readonly count: number;
  readonly records: readonly Previewed[];
} {
  let body: unknown;
  try {
    body = JSON.parse(sample);
  } catch {
    return { error: 'data_input.not_json', count: 0, records: [] };
  }
  const message = mapJsonMessage(body, mapping, topic);
  if (message.kind === 'bad') {
    return { error: `data_input.${message.problem}`, count: 0, records: [] };
  }
  const { records } = message;
  return {
    error: null,
    count: records.length,
    records: records.slice(0, MOST_SHOWN).map(toPreviewed),
  };
}
