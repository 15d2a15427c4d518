import type { Change } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction, UploadFields } from '../../../../platform/db/index.ts';
import { languageOf, textOf } from '../../../../platform/texts.ts';
import { faultsOfVehicles, type SavedVehicle, saveVehicles } from '../../../core/vehicles/index.ts';
import { vehicleHooks } from '../../../features/vehicle-file/index.ts';
import type { Matcher } from '../matching/uploads-matching-matcher.ts';
import type { RowFault } from '../rows/row-form.ts';
import type { Counts, EndedRow } from '../uploads.repository.ts';

/**
 * Rows of one transaction: the vehicles of so many are held for some tenths of a second, and what they take
 * of memory is forgotten before it grows old.
 */
export const BATCH_ROWS = 250;

/** A row that waits to be worked through. */
interface RowToDo {
  readonly position: number;
  readonly registration: string;
  readonly fields: UploadFields;
}

/** What became of a batch. */
interface WorkedBatch {
  readonly ended: EndedRow[];
  /** Devices that moved. */
  readonly moved: number;
  /** For the audit log; written last. */
  readonly changes: readonly Change[];
}

/** What is wrong with a row, in the words of a language. */
export const faultText = (language: string, { key, values }: RowFault): string =>
  textOf(languageOf(language), key, values);

/** A fault that only the fleet itself tells of, by the field of the form that it stands beside. */
function faultOfField(field: string): RowFault {
  if (field === 'registration') return { key: 'upload.row.exists' };
  if (field === 'trackers') return { key: 'upload.row.trackerTaken' };
  if (field === 'vehicle_groups') return { key: 'upload.row.ownDepot' };
  return { key: 'upload.row.form' };
}

type Errors = Extract<SavedVehicle, { readonly errors: unknown }>['errors'];
type Ended = SavedVehicle | { readonly errors: Errors };

/**
 * Works through rows of a file: writes the vehicles that are right, each whole, or only says what would
 * become of them.
 */
export async function workThrough(
  trx: Transaction,
  viewer: Viewer,
  { customerId, isCheck }: { readonly customerId: number; readonly isCheck: boolean },
  matcher: Matcher,
  rows: readonly RowToDo[],
): Promise<WorkedBatch> {
  const matched = await matcher.match(
    trx,
    rows.map(({ registration, fields }) => ({ ...fields, registration })),
  );
  const wanted = matched.flatMap((one) => ('toSave' in one ? [one.toSave] : []));
  let written: { saved: readonly Ended[]; moved: number; changes: readonly Change[] };
  if (isCheck) {
    const faults = await faultsOfVehicles(trx, viewer, customerId, wanted);
    written = { saved: faults.map((errors) => ({ errors })), moved: 0, changes: [] };
  } else {
    written = await saveVehicles(trx, viewer, customerId, wanted, vehicleHooks);
  }
  let next = 0;
  const ended = rows.map(({ position }, n): EndedRow => {
    const one = matched[n];
    if (one === undefined || 'unchanged' in one) {
      return { position, outcome: 'unchanged', texts: [] };
    }
    if ('faults' in one) return wrong(viewer, position, one.faults);
    const saved = written.saved[next];
    next += 1;
    const errors = saved !== undefined && 'errors' in saved ? Object.keys(saved.errors) : [];
    if (errors.length > 0) return wrong(viewer, position, errors.map(faultOfField));
    return { position, outcome: one.toSave.before === null ? 'created' : 'updated', texts: [] };
  });
  return { ended, moved: written.moved, changes: written.changes };
}

const wrong = ({ language }: Viewer, position: number, faults: readonly RowFault[]): EndedRow => ({
  position,
  outcome: 'error',
  texts: faults.map((fault) => faultText(language, fault)),
});

/** How many rows came to what. */
export function countsOf(ended: readonly EndedRow[]): Counts {
  const of = (outcome: EndedRow['outcome']) =>
    ended.filter((row) => row.outcome === outcome).length;
  return {
    done: ended.length - of('archived'),
    created: of('created'),
    updated: of('updated'),
    unchanged: of('unchanged'),
    removed: of('archived'),
    errors: of('error'),
  };
}
