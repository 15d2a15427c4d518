import type { FaultKind } from '@roadworthy/domain';
import { type Cut, type Episode, endRuleOf, episodesOf } from '../../../../engines/faults/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { actionFor } from '../settings/faults-settings.service.ts';
import {
  type FaultValues,
  insertFault,
  insertFaultAlert,
  type KnownFault,
  mergeFault,
  updateFault,
} from './faults-detection.repository.ts';
import { reportDefectOfSystem } from './faults-detection-defect.ts';
import type { Report, ReportedFault } from './faults-detection-reports.ts';
import type { ScannedVehicle } from './faults-detection-scans.repository.ts';

/** What one search found about one fault of a vehicle. */
export interface FoundReports {
  readonly vehicle: ScannedVehicle;
  readonly reported: ReportedFault;
  /** The stored faults of this kind and key that last into the searched range, oldest first. */
  readonly known: readonly KnownFault[];
  readonly tripsMs: readonly number[];
  /** The start of the range if it contains reports that are late; null if all are newer than before. */
  readonly againFromMs: number | null;
}

const SEVERITIES = ['advisory', 'minor', 'major'] as const;

/** The values of an episode, by the reports in it: the worst severity and the lowest pressure. */
function valuesOf(episode: Episode, reports: readonly Report[]): FaultValues {
  const own = reports.filter(({ fromMs }) => fromMs >= episode.firstMs && fromMs <= episode.lastMs);
  const rank = Math.max(0, ...own.map(({ severity }) => SEVERITIES.indexOf(severity)));
  const lowest = own.reduce<Report | null>(
    (least, one) =>
      one.pressureKpa !== null && one.pressureKpa < (least?.pressureKpa ?? Infinity) ? one : least,
    null,
  );
  return {
    ...episode,
    severity: SEVERITIES[rank] ?? 'advisory',
    pressureKpa: lowest?.pressureKpa ?? null,
    recommendedKpa: lowest?.recommendedKpa ?? null,
  };
}

/** The ends that people decided, and those between faults that have a defect each. */
function cutsOf(known: readonly KnownFault[]): readonly Cut[] {
  const cuts = known.flatMap(({ endedMs, firstMs, reason }): readonly Cut[] =>
    endedMs === null || reason === null || reason === 'gone'
      ? []
      : [{ firstMs, atMs: endedMs, reason }],
  );
  const split = known.flatMap((one, n): readonly Cut[] => {
    const next = known[n + 1];
    const isDecided = one.reason !== null && one.reason !== 'gone';
    return !isDecided && one.hasDefect && next?.hasDefect === true
      ? [{ firstMs: one.firstMs, atMs: next.firstMs - 1, reason: 'gone' }]
      : [];
  });
  return [...cuts, ...split].sort((a, b) => a.atMs - b.atMs);
}

/** Whether a stored fault and an episode are the same. */
function isSame(fault: KnownFault, episode: Episode): boolean {
  if (fault.reason !== null && fault.reason !== 'gone') {
    return fault.endedMs === episode.endedMs && fault.reason === episode.reason;
  }
  const endMs = episode.endedMs ?? Number.POSITIVE_INFINITY;
  return fault.firstMs <= endMs && episode.firstMs <= fault.lastMs;
}

/** Of faults that are one, the one that stays: decided by a person, with a defect, or the oldest. */
const staying = (same: readonly KnownFault[]): KnownFault | undefined =>
  same.find(({ reason }) => reason !== null && reason !== 'gone') ??
  same.find(({ hasDefect }) => hasDefect) ??
  same[0];

const isAsBefore = (fault: KnownFault, values: FaultValues): boolean =>
  fault.lastMs === values.lastMs &&
  fault.endedMs === values.endedMs &&
  fault.occurrences === values.occurrences;

/** Stores a fault that is new, and does what the rules of the customer say if it lasts. */
async function add(
  trx: Transaction,
  { reported, vehicle }: FoundReports,
  values: FaultValues,
): Promise<void> {
  const { key, kind } = reported;
  const id = await insertFault(trx, { ...vehicle, kind, key }, values);
  // A fault that is over needs nobody.
  if (values.endedMs !== null) return;
  await insertFaultAlert(trx, vehicle, { ...values, id });
  const severity = values.severity as Report['severity'];
  const named: { kind: FaultKind; key: string } = { kind, key };
  if ((await actionFor(trx, vehicle.customerId, { ...named, severity })) !== 'defect') return;
  await reportDefectOfSystem(trx, vehicle, { ...named, severity, id, firstMs: values.firstMs });
}

/** The episodes of a fault by its reports, and the stored faults that they may be. */
function timelineOf({ againFromMs, known, reported, tripsMs, vehicle }: FoundReports) {
  const newest = known.at(-1);
  const isAgain = againFromMs !== null;
  const begun = isAgain
    ? known.find(({ firstMs }) => firstMs < againFromMs)
    : newest?.endedMs === null
      ? newest
      : undefined;
  const isNew = ({ fromMs, toMs }: Report) => {
    if (isAgain) return true;
    return begun === undefined ? fromMs > (newest?.endedMs ?? -Infinity) : toMs >= begun.lastMs;
  };
  const reports = reported.reports.filter(isNew);
  const open =
    begun === undefined
      ? null
      : isAgain
        ? { ...begun, lastMs: Math.min(begun.lastMs, againFromMs), occurrences: 1 }
        : begun;
  const episodes = episodesOf({
    rule: endRuleOf(reported),
    sightings: reports,
    enoughMs: reported.enoughMs,
    cuts: isAgain ? cutsOf(known) : [],
    tripsMs,
    lastRecordMs: vehicle.lastRecordMs,
    open,
  });
  const stored = isAgain ? known : begun === undefined ? [] : [begun];
  return { episodes, reports, stored, begun: isAgain ? begun : undefined };
}

/** Stores the episodes of a fault. Returns how many are new. */
export async function keepReports(trx: Transaction, found: FoundReports): Promise<number> {
  const { begun, episodes, reports, stored } = timelineOf(found);
  const free = new Set(stored);
  let added = 0;
  for (const episode of episodes) {
    const alike = [...free].filter((one) => isSame(one, episode));
    // A fault has one open row, also if its reports are no longer stored.
    const open = [...free].filter(({ endedMs }) => endedMs === null && episode.endedMs === null);
    const same = alike.length > 0 ? alike : open;
    const fault = staying(same);
    const values = valuesOf(episode, reports);
    if (fault === undefined) {
      await add(trx, found, values);
      added += 1;
      continue;
    }
    for (const one of same) {
      free.delete(one);
      if (one !== fault) await mergeFault(trx, one.id, fault.id);
    }
    if (found.againFromMs === null && isAsBefore(fault, values)) continue;
    await updateFault(trx, fault.id, {
      ...values,
      firstMs: Math.min(fault.firstMs, values.firstMs),
      // The first reports of a fault that is longer than the search are not counted again.
      occurrences:
        fault === begun ? Math.max(fault.occurrences, values.occurrences) : values.occurrences,
    });
  }
  return added;
}
