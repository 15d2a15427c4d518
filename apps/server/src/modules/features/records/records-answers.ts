import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Files } from '../../../platform/files/index.ts';
import type { Photograph } from './reports/records-reports.repository.ts';
import type { trailOf } from './trail/records-trail.repository.ts';

/* Shared parts of responses about records. */

type Defect = AnswerOf<typeof contract.defects.read>;

/** Formats a time for the API. */
export const momentOrNull = (date: Date | null): string | null =>
  date === null ? null : toApiDateTime(date.getTime());

/** Converts an amount of the database for the API. */
export const amountOrNull = (amount: string | null): number | null =>
  amount === null ? null : Number(amount);

/** Photographs with signed addresses that expire; deleted ones are left out. */
export function toPhotographs(
  photographs: readonly Photograph[],
  files: Files,
): Defect['photographs'] {
  return photographs.flatMap(({ id, caption, shows, file }) =>
    file === null ? [] : [{ id, caption, shows, address: files.signedAddress(file.id) }],
  );
}

/** Formats the audit trail of a record for the API. */
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

interface StoredItem<R, S> {
  readonly section: string;
  readonly name: string;
  readonly result: R;
  readonly severity: S;
  readonly note: string | null;
}

/** The items of a check, and the addresses of their photographs and of all. */
export function toCheckedItems<R extends string, S>(
  items: readonly StoredItem<R, S>[],
  shown: readonly { readonly caption: string; readonly address: string }[],
) {
  return {
    items: items.map(({ section, name, result, severity, note }) => ({
      section,
      name,
      answer: result,
      ok: result !== 'defect',
      severity,
      comment: note,
      photos: shown.filter(({ caption }) => caption === name).map(({ address }) => address),
    })),
    photos: shown.map(({ address }) => address),
  };
}
