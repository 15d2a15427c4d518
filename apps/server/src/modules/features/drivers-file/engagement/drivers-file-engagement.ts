import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import {
  followDocument,
  insertDocument,
  lockedDocument,
} from '../documents/drivers-file-documents.repository.ts';
import { describedFor } from '../documents/drivers-file-documents.service.ts';
import { visibleFile } from '../drivers-file.repository.ts';
import { describedFile } from '../drivers-file.service.ts';
import { type Engagement, updateEngagement } from './drivers-file-engagement.repository.ts';

/** A document that a person has compared with its photographs. Days are YYYY-MM-DD. */
export interface CheckedDocument {
  readonly kind: 'licence' | 'cpc_card' | 'tachograph_card' | 'right_to_work';
  readonly title: string;
  readonly number: string;
  readonly issued_on: string | null;
  readonly expires_on: string | null;
  readonly categories: readonly string[];
  readonly front_file_id: string | null;
  readonly back_file_id: string | null;
  readonly checked_by: string;
}

/**
 * Records the engagement of a driver and adds compared documents to the file. Their files move to the file.
 *
 * @throws HttpError 404 if the driver is not visible, 409 if the driver is archived
 */
export async function keepEngaged(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
  engagement: Engagement,
  documents: readonly CheckedDocument[],
): Promise<void> {
  const before = orNotFound(await visibleFile(trx, viewer, driverId));
  if (before.is_archived) throw conflict('driver_file.driver_archived');
  const { name } = await actorOf(trx, viewer);
  for (const { front_file_id, back_file_id, categories, checked_by, ...values } of documents) {
    const id = await insertDocument(trx, {
      ...values,
      customer_id: before.customer_id,
      driver_id: driverId,
      categories: JSON.stringify(
        categories.map((category) => ({ category, expires_on: null, codes: [] })),
      ),
      file_id: front_file_id,
      back_file_id,
      created_by: name,
      checked_at: new Date(),
      checked_by,
    });
    await followDocument(trx, driverId, values.kind);
    const row = orNotFound(await lockedDocument(trx, viewer, id));
    await recordRow(trx, viewer, describedFor(before), null, row);
  }
  await updateEngagement(trx, driverId, engagement);
  const after = orNotFound(await visibleFile(trx, viewer, driverId));
  await recordRow(trx, viewer, describedFile, before, after);
}
