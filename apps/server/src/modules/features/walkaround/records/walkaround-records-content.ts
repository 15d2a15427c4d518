import type { contract, FieldsOf } from '@roadworthy/contract';
import { areaOfPoint, type CheckItem } from '@roadworthy/domain';
import type { DefectItem, Transaction } from '../../../../platform/db/index.ts';
import { wrongField } from '../../../../platform/errors.ts';
import type { FaultAnswer } from '../../faults/index.ts';
import type { StoredPhoto } from '../../records/index.ts';

export type Item = Fields['items'][number];

export type Fields = FieldsOf<typeof contract.walkaroundRecords.create>;

/** A check takes minutes; more than a day is an input error. */
const LONGEST_S = 24 * 3600;

/** An item as it is stored. */
export function toItem({ section, name, area, result, severity, note }: Item): CheckItem {
  const isDefect = result === 'defect';
  return {
    section,
    name,
    area: area ?? areaOfPoint(name),
    result,
    severity: isDefect ? (severity ?? null) : null,
    note: note === undefined || note === '' ? null : note,
  };
}

/** The defects of a check, as items of a defect record. */
export function findingsOf(items: readonly CheckItem[]): DefectItem[] {
  return items.flatMap(({ name, area, result, severity, note }) =>
    result === 'defect' && severity !== null
      ? [{ name, area, severity, finding: note ?? name, remedy: null }]
      : [],
  );
}

/** Duration of a check in seconds; null if its start is unknown. */
export function durationOf(checkedAt: Date, startedAt: string | undefined): number | null {
  if (startedAt === undefined) return null;
  const seconds = Math.round((checkedAt.getTime() - Date.parse(startedAt)) / 1000);
  if (seconds >= 1 && seconds <= LONGEST_S) return seconds;
  throw wrongField('started_at', 'check.begins_after_end');
}

/** The caption of each photograph: the item that it shows, otherwise the one in the request. */
export function captionsOf({ captions = [], items }: Fields, photos: number): string[] {
  const outside = items.some((item) => item.photos.some((n) => n > photos));
  if (outside) throw wrongField('items', 'check.photo_not_sent');
  return Array.from({ length: photos }, (_, n) => {
    const item = items.find((one) => one.photos.includes(n + 1));
    return item?.name ?? captions[n] ?? '';
  });
}

/** Photographs of a check that were uploaded before it, one by one. */
export interface CameBefore {
  readonly count: number;
  /**
   * Assigns them to the check, in its transaction and in the order in which its items number them.
   */
  take(trx: Transaction, captions: readonly string[]): Promise<StoredPhoto[]>;
}

/** A check composed from a request, after it was validated against stored data. */
export interface ComposedCheck {
  readonly fields: Fields;
  /** Depot of the check; null if the vehicle is at no visible depot. */
  readonly depotId: number | null;
  /** The template used; null if the sender supplied the items. */
  readonly templateId: number | null;
  readonly before: CameBefore | null;
  /** What was answered about faults. */
  readonly faults?: readonly FaultAnswer[];
  /** The trailers that were checked with it; null for a check of one vehicle. */
  readonly combination?: Combination | null;
}

/** The trailers of a vehicle. */
export interface Combination {
  /** They need not be visible to the sender: the composer has checked that they may be coupled. */
  readonly trailers: readonly ComposedCheck[];
  /** Records the coupling, in the transaction of the checks. */
  couple(trx: Transaction): Promise<void>;
}
