import type { AnswerOf, contract } from '@roadworthy/contract';
import type { ErrorBody } from '../../api/api-error.ts';
import { ApiError, addressOf, callHeaders, pathOf } from '../../api/client.ts';
import { goToLogin } from '../../session/leave.ts';

type Calls = typeof contract.tachograph;
export type TachographFile = AnswerOf<Calls['read']>;
export type TachographContent = AnswerOf<Calls['content']>;
export type TachographDay = TachographContent['days'][number];

/** Key of the list in the cache. */
export const TACHOGRAPH_KEY = 'tachograph_file';

/** Whether a file can have an owner, and which kind. */
export function ownerKind({ kind }: Pick<TachographFile, 'kind'>): 'driver' | 'vehicle' | null {
  if (kind === 'driver_card') return 'driver';
  return kind === 'vehicle_unit' ? 'vehicle' : null;
}

/** What became of one file of a ZIP archive. */
export type ArchivedFile = NonNullable<AnswerOf<Calls['upload']>['archive']>[number];

/**
 * Sends one file.
 *
 * @param customer null for the viewer's customer
 * @throws ApiError if the server rejects it
 */
export async function sendTachographFile(
  file: File,
  customer: number | null,
): Promise<AnswerOf<Calls['upload']>> {
  const form = new FormData();
  if (customer !== null) form.append('customer', String(customer));
  form.append('file', file, file.name);
  const response = await fetch(addressOf(pathOf('tachograph', 'upload'), {}), {
    method: 'POST',
    headers: { Accept: 'application/json', ...callHeaders() },
    body: form,
  });
  if (response.ok) return response.json();
  if (response.status === 401) goToLogin();
  const failure = (await response.json().catch(() => ({}))) as ErrorBody;
  throw new ApiError(response.status, response.statusText, failure);
}

export type Slot = TachographDay['changes'][number]['slot'];

/** An unbroken stretch of one activity; minutes since 00:00 UTC. */
export interface Stretch {
  readonly activity: TachographDay['changes'][number]['activity'] | 'unknown';
  readonly crew: boolean;
  readonly fromMin: number;
  readonly toMin: number;
}

const DAY_MIN = 1440;

/**
 * The stretches of one slot. Without a card, a driver card stores what the driver entered by hand
 * (`crew`) or nothing known.
 *
 * @param isCard the changes are of a driver card, which has one line for both slots
 */
export function stretchesOf(day: TachographDay, slot: Slot, isCard: boolean): Stretch[] {
  const own = day.changes
    .filter((change) => isCard || change.slot === slot)
    .toSorted((a, b) => a.minute - b.minute);
  return own.flatMap((change, i): Stretch[] => {
    const toMin = Math.min(own[i + 1]?.minute ?? DAY_MIN, DAY_MIN);
    if (toMin <= change.minute) return [];
    const isUnknown = isCard && !change.card_inserted && !change.crew;
    const activity = isUnknown ? 'unknown' : change.activity;
    const crew = change.card_inserted && change.crew;
    return [{ activity, crew, fromMin: change.minute, toMin }];
  });
}

/** Minutes of each activity of a day. */
export function totalsOf(
  stretches: readonly Stretch[],
): Readonly<Record<Stretch['activity'], number>> {
  const totals = { rest: 0, available: 0, work: 0, drive: 0, unknown: 0 };
  for (const { activity, fromMin, toMin } of stretches) totals[activity] += toMin - fromMin;
  return totals;
}
