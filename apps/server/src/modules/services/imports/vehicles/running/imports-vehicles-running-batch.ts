import type { Change } from '../../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../../platform/auth/index.ts';
import type { Transaction, UploadFields } from '../../../../../platform/db/index.ts';
import { languageOf, textOf } from '../../../../../platform/texts.ts';
import {
  errorsOfVehicles,
  type SavedVehicle,
  saveVehicles,
} from '../../../../core/vehicles/index.ts';
import { vehicleHooks } from '../../../../features/vehicle-file/index.ts';
import type { Counts, EndedRow } from '../imports-vehicles.repository.ts';
import type { Matcher } from '../matching/imports-vehicles-matching-matcher.ts';
import type { RowError } from '../rows/row-form.ts';

/**
 * Rows per transaction: limits how long their vehicles are locked, to some tenths of a second, and
 * how much memory a batch needs.
 */
export const BATCH_ROWS = 250;

/** A row that is not yet processed. */
interface PendingRow {
  readonly position: number;
  readonly registration: string;
  readonly fields: UploadFields;
}

/** Result of a batch. */
interface WorkedBatch {
  readonly ended: EndedRow[];
  /** Number of devices that moved to another vehicle. */
  readonly moved: number;
  /** Changes for the audit log, to be written last. */
  readonly changes: readonly Change[];
}

/** The text of a row's error in a language. */
export const errorText = (language: string, { key, values }: RowError): string =>
  textOf(languageOf(language), key, values);

/**
 * The row error for an error of the vehicle form that only the database can detect, by form field.
 */
function errorOfField(field: string): RowError {
  if (field === 'registration') return { key: 'upload.row.exists' };
  if (field === 'trackers') return { key: 'upload.row.trackerTaken' };
  if (field === 'vehicle_groups') return { key: 'upload.row.ownDepot' };
  if (field === 'gross_weight_kg') return { key: 'upload.row.haulageMass' };
  return { key: 'upload.row.form' };
}

type Errors = Extract<SavedVehicle, { readonly errors: unknown }>['errors'];
type Ended = SavedVehicle | { readonly errors: Errors };

/**
 * Processes rows of a file: writes the valid vehicles, each completely, or only determines what
 * would become of them.
 */
export async function processRows(
  trx: Transaction,
  viewer: Viewer,
  { customerId, isCheck }: { readonly customerId: number; readonly isCheck: boolean },
  matcher: Matcher,
  rows: readonly PendingRow[],
): Promise<WorkedBatch> {
  const matched = await matcher.match(
    trx,
    rows.map(({ registration, fields }) => ({ ...fields, registration })),
  );
  const wanted = matched.flatMap((one) => ('toSave' in one ? [one.toSave] : []));
  let written: { saved: readonly Ended[]; moved: number; changes: readonly Change[] };
  if (isCheck) {
    const checked = await errorsOfVehicles(trx, viewer, customerId, wanted);
    written = { saved: checked.map((errors) => ({ errors })), moved: 0, changes: [] };
  } else {
    written = await saveVehicles(trx, viewer, customerId, wanted, vehicleHooks);
  }
  let next = 0;
  const ended = rows.map(({ position }, n): EndedRow => {
    const one = matched[n];
    if (one === undefined || 'unchanged' in one) {
      return { position, outcome: 'unchanged', texts: [] };
    }
    if ('errors' in one) return wrong(viewer, position, one.errors);
    const saved = written.saved[next];
    next += 1;
    const errors = saved !== undefined && 'errors' in saved ? Object.keys(saved.errors) : [];
    if (errors.length > 0) return wrong(viewer, position, errors.map(errorOfField));
    return { position, outcome: one.toSave.before === null ? 'created' : 'updated', texts: [] };
  });
  return { ended, moved: written.moved, changes: written.changes };
}

const wrong = ({ language }: Viewer, position: number, errors: readonly RowError[]): EndedRow => ({
  position,
  outcome: 'error',
  texts: errors.map((error) => errorText(language, error)),
});

/** Counts rows by outcome. */
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
