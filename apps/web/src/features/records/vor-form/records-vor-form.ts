import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDate, VOR_REASONS, type VorReason } from '@roadworthy/domain';
import { api } from '../../../api/client.ts';
import { momentsOf, today } from '../../../ui/date-range/calendar.ts';

export type VorRecord = AnswerOf<typeof contract.vor.set>;

/** Form values of a VOR entry; the names are those of the calls. */
export interface VorForm {
  readonly reason: VorReason;
  readonly note: string;
  /** Days as YYYY-MM-DD; empty for none. */
  readonly off_road_at: string;
  readonly expected_back: string;
  readonly repairer: string;
  readonly cost_per_day: string;
}

const momentOf = (day: string) => `${day}T00:00:00Z`;

/**
 * Initial form values, of an existing entry or a new one.
 *
 * @param timeZone the user's, for the start day
 */
export function vorFormOf(entry: VorRecord | null, timeZone: string | null): VorForm {
  const since = entry === null ? Date.now() : Date.parse(entry.off_road_at);
  return {
    reason: entry?.reason ?? 'defect',
    note: entry?.note ?? '',
    off_road_at: toApiDate(since, timeZone),
    expected_back: entry?.expected_back?.slice(0, 10) ?? '',
    repairer: entry?.repairer?.name ?? '',
    cost_per_day: entry?.cost_per_day === null ? '' : String(entry?.cost_per_day ?? ''),
  };
}

/** The reason is fixed if the entry follows from a record or the planner. */
export function vorReasonsFor(entry: VorRecord | null): readonly VorReason[] {
  const isFixed =
    entry !== null && (entry.record_id !== null || entry.reason === 'inspection_overdue');
  return isFixed ? [entry.reason] : VOR_REASONS.filter((reason) => reason !== 'inspection_overdue');
}

/** Common fields of both request bodies. */
function saidOf({ reason, note, repairer, expected_back: back, cost_per_day: cost }: VorForm) {
  return {
    reason,
    note,
    repairer: repairer.trim() === '' ? null : repairer.trim(),
    expected_back: back === '' ? null : momentOf(back),
    cost_per_day: cost === '' ? null : Number(cost),
  };
}

const withoutNull = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/**
 * Marks a vehicle as off the road, or edits the reason.
 *
 * @param of the existing entry, null for a new one; the defect to which the reason "defect" refers
 */
export async function saveVor(
  form: VorForm,
  of: {
    readonly vehicleId: number;
    readonly defectId: number | null;
    readonly entry: VorRecord | null;
    readonly timeZone: string | null;
  },
): Promise<void> {
  const { vehicleId, defectId, entry, timeZone } = of;
  const { off_road_at: day } = form;
  const said = saidOf(form);
  if (entry !== null) {
    await api.vor.change({ params: { id: entry.id }, body: { ...said, version: entry.version } });
    return;
  }
  await api.vor.set({
    body: {
      ...withoutNull(said),
      reason: form.reason,
      vehicle: vehicleId,
      off_road_at:
        // An earlier day has no time, so its start is sent.
        day === today(timeZone)
          ? new Date().toISOString()
          : momentsOf({ from: day, to: day }, timeZone).start,
      ...(defectId !== null && form.reason === 'defect' ? { defect: defectId } : {}),
    },
  });
}
