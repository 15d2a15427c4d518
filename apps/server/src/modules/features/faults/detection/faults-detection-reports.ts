import {
  type CameraFaultKey,
  EVENT,
  type FaultKind,
  readAttributes,
  TYRE_ALARM_KEY,
} from '@roadworthy/domain';
import { meaningOf, type Sighting, tyreSeverity } from '../../../../engines/faults/index.ts';
import { isPressureLow } from '../../../../engines/tyres/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { comparedPressures } from '../../tyres/index.ts';
import { type Alarm, alarmsOf, codeRecords } from './faults-detection-records.repository.ts';
import type { ScannedVehicle } from './faults-detection-scans.repository.ts';

/** A report of a fault. */
export interface Report extends Sighting {
  readonly severity: 'advisory' | 'minor' | 'major';
  readonly pressureKpa: number | null;
  readonly recommendedKpa: number | null;
}

/** A fault that a device reports in a range. */
export interface ReportedFault {
  readonly kind: FaultKind;
  readonly key: string;
  /** Oldest first. */
  readonly reports: readonly Report[];
  /** When the sensor of the tyre reported enough pressure, oldest first, ms since 1970 UTC. */
  readonly enoughMs: readonly number[];
}

type Range = { readonly fromMs: number; readonly toMs: number };
const NO_PRESSURE = { pressureKpa: null, recommendedKpa: null } as const;

/** Adds to the list of a key. */
function put<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}

async function troubleCodes(
  trx: Transaction,
  vehicleId: number,
  range: Range,
): Promise<readonly ReportedFault[]> {
  const times = new Map<string, number[]>();
  for await (const rows of codeRecords(trx, vehicleId, range)) {
    for (const { attributes, timeMs } of rows) {
      const codes = readAttributes(attributes).get('troubleCodes');
      if (typeof codes !== 'string') continue;
      for (const code of codes.split(' ')) put(times, code, timeMs);
    }
  }
  return [...times].map(([key, of]) => {
    const { severity } = meaningOf(key);
    const reports = of.map((atMs) => ({ fromMs: atMs, toMs: atMs, severity, ...NO_PRESSURE }));
    return { kind: 'troubleCode', key, reports, enoughMs: [] };
  });
}

async function tyres(
  trx: Transaction,
  vehicleId: number,
  { fromMs, toMs }: Range,
): Promise<readonly ReportedFault[]> {
  const [low, enough] = [new Map<string, Report[]>(), new Map<string, number[]>()];
  const readings = await comparedPressures(trx, vehicleId, { fromMs, toMs: toMs + 1 });
  for (const { atMs, kpa, lowPct, position, recommendedKpa } of readings) {
    if (!isPressureLow(kpa, recommendedKpa, lowPct)) {
      put(enough, position, atMs);
      continue;
    }
    const severity = tyreSeverity(kpa, recommendedKpa, lowPct);
    const report = { fromMs: atMs, toMs: atMs, severity, pressureKpa: kpa, recommendedKpa };
    put(low, position, report);
  }
  return [...new Set([...low.keys(), ...enough.keys()])].map((key) => ({
    kind: 'tyrePressure',
    key,
    reports: low.get(key) ?? [],
    enoughMs: enough.get(key) ?? [],
  }));
}

/** The camera faults by the events of devices. */
const CAMERA_EVENTS: Readonly<Record<CameraFaultKey, number>> = {
  camera: EVENT.cameraFault,
  signal: EVENT.videoSignalLost,
  storage: EVENT.videoStorageFault,
};
/** A low pressure explains an alarm of tyres within this time. */
const SAME_CAUSE_MS = 600_000;

/** The alarms of one kind as a fault; none if there are none. */
function alarmFault(
  of: Pick<ReportedFault, 'kind' | 'key'> & Pick<Report, 'severity'>,
  alarms: readonly Alarm[],
  lastMs: number,
): readonly ReportedFault[] {
  if (alarms.length === 0) return [];
  const { key, kind, severity } = of;
  const reports = alarms.map(({ endMs, startMs }) => ({
    fromMs: startMs,
    toMs: endMs ?? Math.max(startMs, lastMs),
    severity,
    ...NO_PRESSURE,
  }));
  return [{ kind, key, reports, enoughMs: [] }];
}

/** What a vehicle reports in a range, by the rule of the tyres for pressures. */
export async function reportsOf(
  trx: Transaction,
  { id }: Pick<ScannedVehicle, 'id'>,
  range: Range,
): Promise<readonly ReportedFault[]> {
  const alarms = await alarmsOf(trx, id, range);
  const low = await tyres(trx, id, range);
  const lowTimes = low.flatMap(({ reports }) => reports.map(({ fromMs }) => fromMs));
  const tyreAlarms = alarms.filter(
    ({ code, endMs, startMs }) =>
      code === EVENT.tyrePressure &&
      !lowTimes.some(
        (atMs) => atMs >= startMs - SAME_CAUSE_MS && atMs <= (endMs ?? range.toMs) + SAME_CAUSE_MS,
      ),
  );
  const cameras = Object.entries(CAMERA_EVENTS).flatMap(([key, event]) =>
    alarmFault(
      { kind: 'camera', key, severity: 'advisory' },
      alarms.filter(({ code }) => code === event),
      range.toMs,
    ),
  );
  const tyreAlarm = { kind: 'tyrePressure', key: TYRE_ALARM_KEY, severity: 'minor' } as const;
  return [
    ...(await troubleCodes(trx, id, range)),
    ...low,
    ...alarmFault(tyreAlarm, tyreAlarms, range.toMs),
    ...cameras,
  ];
}
