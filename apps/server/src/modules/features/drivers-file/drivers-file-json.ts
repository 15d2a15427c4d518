import type { AnswerOf, contract } from '@roadworthy/contract';
import type { DriversFileSettings } from '@roadworthy/domain';
import {
  drivingStatements,
  fileItems,
  newest,
  pointsOn,
  stateOn,
  trainingHours,
} from '../../../engines/drivers-file/index.ts';
import type { Files } from '../../../platform/files/index.ts';
import type { DocumentRow } from './documents/drivers-file-documents.repository.ts';
import type { FileRow, ItemRow } from './drivers-file.repository.ts';

type Calls = typeof contract.driversFile;
const DAY_MS = 86_400_000;

export const toItem = (row: ItemRow): AnswerOf<Calls['read']> => ({
  id: row.id,
  driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
  kind: row.kind,
  title: row.title,
  state: row.state,
  due_on: row.due_on,
  days_left: row.days_left,
  document: row.document_id,
});

/** Kind, number, country and days of a document. */
export const headOf = (row: DocumentRow) => ({
  kind: row.kind,
  title: row.title,
  number: row.number,
  country: row.country,
  issued_on: row.issued_on,
  expires_on: row.expires_on,
  hours: row.hours,
});

export const toDocument = (files: Files, row: DocumentRow): AnswerOf<Calls['change']> => ({
  id: row.id,
  ...headOf(row),
  categories: row.categories.map((one) => ({ ...one, codes: [...one.codes] })),
  points: [...row.points],
  source: row.source,
  licence_status: row.licence_status,
  disqualified_until: row.disqualified_until,
  note: row.note,
  proof: row.file_id === null ? null : files.signedAddress(row.file_id),
  proof_back: row.back_file_id === null ? null : files.signedAddress(row.back_file_id),
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  checked:
    row.checked_at === null ? null : { at: row.checked_at.toISOString(), by: row.checked_by ?? '' },
  version: row.version,
});

/**
 * The file of a driver with what follows from its documents.
 *
 * @param today YYYY-MM-DD in the person's time zone
 */
export function toFile(
  files: Files,
  row: FileRow,
  documents: readonly DocumentRow[],
  settings: DriversFileSettings,
  today: string,
): AnswerOf<Calls['driver']> {
  const { born_on, engaged_until, exempt } = row;
  const facts = { born_on, engaged_until, exempt, documents };
  const items = fileItems(facts, settings, today);
  const all = fileItems({ ...facts, exempt: [] }, settings, today);
  const cpcExpiry = newest(documents, 'cpc_card')?.expires_on;
  return {
    driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
    archived: row.is_archived,
    born_on: row.born_on,
    exempt: row.exempt,
    exempt_reason: row.exempt_reason,
    agency: row.agency,
    engaged_until: row.engaged_until,
    version: row.version,
    items: items.map((item) => ({
      kind: item.kind,
      title: item.title,
      state: stateOn(item, today, settings.warning_days),
      due_on: item.due_on,
      days_left:
        item.due_on === null ? null : (Date.parse(item.due_on) - Date.parse(today)) / DAY_MS,
      document: item.document_id,
    })),
    documents: documents.map((one) => toDocument(files, one)),
    points: pointsOn(newest(documents, 'licence'), today),
    training_hours: trainingHours(documents, cpcExpiry ?? today),
    classes: drivingStatements(facts, all, today).map(({ class: name, ...one }) => ({
      class: name,
      may_drive: one.may_drive,
      reasons: [...one.reasons],
      warnings: [...one.warnings],
      codes: [...one.codes],
    })),
  };
}
