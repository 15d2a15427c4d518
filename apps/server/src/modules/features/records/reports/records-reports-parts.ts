import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type FileRow, fileById } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Display } from '../../../../platform/tables/index.ts';
import { type Photograph, photographsOf } from './records-reports.repository.ts';
import { CHECK, DEFECT, INSPECTION, type Kind, type Stored } from './records-reports-kinds.ts';
import { recordPhotos } from './records-reports-pictures.ts';

const KINDS = { defects: DEFECT, inspections: INSPECTION, walkaround_checks: CHECK } as const;

/** Kinds of records that have a report of their own. */
export type ReportedKind = keyof typeof KINDS;

interface Found {
  readonly stored: Stored;
  readonly signature: FileRow | null;
  readonly photographs: readonly Photograph[];
}

async function find(trx: Transaction, of: Kind<Stored>, viewer: Viewer, id: number) {
  const stored = await of.find(trx, viewer, id);
  if (stored === undefined) return [];
  const { signature_file_id: signatureId } = stored.record;
  const signature = signatureId === null ? null : ((await fileById(trx, signatureId)) ?? null);
  return [{ id, stored, signature, photographs: await photographsOf(trx, of.owner, id) }];
}

/**
 * The content of the reports of some records, below their titles, for a document that contains several.
 *
 * @param ids records; those that are not visible are left out
 */
export async function reportPartsOf(
  { db, files }: Pick<Services, 'db' | 'files'>,
  viewer: Viewer,
  kind: ReportedKind,
  ids: readonly number[],
  display: Display,
): Promise<ReadonlyMap<number, readonly object[]>> {
  const of = KINDS[kind] as unknown as Kind<Stored>;
  const found = await db.asViewer(viewer, async (trx) => {
    const rows: ({ readonly id: number } & Found)[] = [];
    for (const id of ids) rows.push(...(await find(trx, of, viewer, id)));
    return rows;
  });
  const parts = new Map<number, readonly object[]>();
  for (const { id, stored, signature, photographs } of found) {
    const pictures = await recordPhotos(files, null, signature, photographs);
    const { definition } = of.layout(stored, pictures, display);
    // The first part is the title of a single report.
    parts.set(id, (definition.content as readonly object[]).slice(1));
  }
  return parts;
}
