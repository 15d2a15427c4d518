import { EVENT, type FaultKind, readAttributes } from '@roadworthy/domain';
import { meaningOf, tyreSeverity } from '../../../../engines/faults/index.ts';
import { isPressureLow } from '../../../../engines/tyres/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { sensorReadings } from '../../tyres/index.ts';
import { cameraEvents, codeRecords, type ScannedVehicle } from './faults-detection.repository.ts';

/** A fault that a device reports, with the times of the reports. */
export interface ReportedFault {
  readonly kind: FaultKind;
  readonly key: string;
  readonly severity: 'advisory' | 'minor' | 'major';
  readonly times: readonly number[];
  readonly pressureKpa: number | null;
  readonly recommendedKpa: number | null;
}

/** What a search found: faults, and the tyres with enough pressure, by position. */
export interface Reports {
  readonly faults: readonly ReportedFault[];
  readonly enough: ReadonlyMap<string, number>;
}

type Range = { readonly fromMs: number; readonly toMs: number };
const NO_PRESSURE = { pressureKpa: null, recommendedKpa: null } as const;

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
      for (const code of codes.split(' ')) {
        const known = times.get(code);
        if (known === undefined) times.set(code, [timeMs]);
        else known.push(timeMs);
      }
    }
  }
  return [...times].map(([key, of]) => ({
    kind: 'troubleCode' as const,
    key,
    severity: meaningOf(key).severity,
    times: of,
    ...NO_PRESSURE,
  }));
}

async function cameras(
  trx: Transaction,
  vehicleId: number,
  range: Range,
): Promise<readonly ReportedFault[]> {
  const events = await cameraEvents(trx, vehicleId, range);
  const of = (code: number) =>
    events
      .filter((event) => event.code === code)
      .flatMap(({ endMs, startMs }) => [startMs, endMs ?? range.toMs]);
  return [
    { key: 'camera', times: of(EVENT.cameraFault) },
    { key: 'storage', times: of(EVENT.videoStorageFault) },
  ]
    .filter(({ times }) => times.length > 0)
    .map((one) => ({ kind: 'camera', severity: 'advisory', ...one, ...NO_PRESSURE }));
}

/** What a vehicle reports in a range, by the rule of the tyres for pressures. */
export async function reportsOf(
  trx: Transaction,
  { id }: Pick<ScannedVehicle, 'id'>,
  range: Range,
): Promise<Reports> {
  const enough = new Map<string, number>();
  const tyres: ReportedFault[] = [];
  for (const { at, kpa, lowPct, position, recommendedKpa } of await sensorReadings(trx, id)) {
    const isLow = isPressureLow(kpa, recommendedKpa, lowPct);
    if (isLow === false) enough.set(position, at.getTime());
    if (isLow !== true || recommendedKpa === null) continue;
    tyres.push({
      kind: 'tyrePressure',
      key: position,
      severity: tyreSeverity(kpa, recommendedKpa, lowPct),
      times: [at.getTime()],
      pressureKpa: kpa,
      recommendedKpa,
    });
  }
  const codes = await troubleCodes(trx, id, range);
  return { faults: [...codes, ...tyres, ...(await cameras(trx, id, range))], enough };
}
