import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Files } from '../../../platform/files/index.ts';
import type { Photograph } from './reports/records-reports.repository.ts';
import type { trailOf } from './trail/records-trail.repository.ts';

/*
 * What the answers about records share: photographs and their trail.
 */

type Defect = AnswerOf<typeof contract.defects.read>;

/** A moment as the interface has it; null for none. */
export const momentOrNull = (date: Date | null): string | null =>
  date === null ? null : toApiDateTime(date.getTime());

/** An amount as the interface has it; null for none. */
export const amountOrNull = (amount: string | null): number | null =>
  amount === null ? null : Number(amount);

/** Photographs with addresses that expire; those that are gone are left out. */
export function toPhotographs(
  photographs: readonly Photograph[],
  files: Files,
): Defect['photographs'] {
  return photographs.flatMap(({ id, caption, shows, file }) =>
    file === null ? [] : [{ id, caption, shows, address: files.signedAddress(file.id) }],
  );
}

/** The trail of a record, oldest first. */
export function toTrail(rows: Awaited<ReturnType<typeof trailOf>>): Defect['trail'] {
  return rows.map(({ id, at, user_name: by, action, note, changes }) => ({
    id: Number(id),
    at: toApiDateTime(at.getTime()),
    by,
    action,
    note,
    changes,
  }));
}
