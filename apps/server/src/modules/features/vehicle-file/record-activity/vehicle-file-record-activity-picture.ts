import { createHash } from 'node:crypto';
import { InternalError } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict } from '../../../../platform/errors.ts';
import { type FileRow, storeFile } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { authorOf, type FieldChange, keepChanges } from '../../../core/activity-trail/index.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { type ScheduledVehicle, scheduledVehicle } from '../../schedules/index.ts';
import { insertActivity, madeByRequest } from '../documents/vehicle-file-documents.repository.ts';
import { type ReceivedFile, storeDocument } from '../documents/vehicle-file-documents-file.ts';
import { activityType } from '../types/vehicle-file-types.repository.ts';

const REFERENCE = 'CAMERA_PICTURE';
const STATUS = 'Completed';

/** A camera frame to add to the vehicle file. */
export interface CameraPicture {
  readonly vehicleId: number;
  readonly file: ReceivedFile;
  /** 2 to 90 characters (requirement H-52). */
  readonly description: string;
  readonly takenAt: Date;
  /** Midnight UTC of its day in the person's zone. */
  readonly day: Date;
  /** Further details of the record: camera and place. */
  readonly facts: readonly { readonly field: string; readonly value: string }[];
  /** Idempotency key of the request; null if it has none. */
  readonly requestKey: string | null;
}

function digestOf({ vehicleId, file, description, takenAt }: CameraPicture): Buffer {
  const said = [vehicleId, description, takenAt.toISOString(), file.sha256.toString('hex')];
  return createHash('sha256').update(JSON.stringify(said)).digest();
}

/** The result of an earlier request with the same key; null if there was none. */
async function madeBefore(
  trx: Transaction,
  viewer: Viewer,
  picture: CameraPicture,
): Promise<number | null> {
  if (picture.requestKey === null) return null;
  const made = await madeByRequest(trx, viewer.userId, picture.requestKey);
  if (made === undefined) return null;
  if (made.request_digest?.equals(digestOf(picture)) === true) return made.id;
  throw conflict('document.key_used');
}

async function keep(
  trx: Transaction,
  viewer: Viewer,
  picture: CameraPicture,
  vehicle: ScheduledVehicle,
  file: FileRow,
): Promise<number | null> {
  const { description, takenAt, day, facts, requestKey } = picture;
  const type = await activityType(trx, viewer, { reference: REFERENCE });
  if (type === undefined)
    throw new InternalError('activity_type.missing', { reference: REFERENCE });
  const author = await authorOf(trx, viewer);
  await storeFile(trx, file);
  const activityId = await insertActivity(trx, {
    customerId: vehicle.customer_id,
    vehicleId: vehicle.id,
    typeId: type.id,
    description,
    status: STATUS,
    fulfilledAt: day,
    author,
    fileId: file.id,
    request: requestKey === null ? null : { key: requestKey, digest: digestOf(picture) },
  });
  if (activityId === null) return null;
  const told = [
    { field: 'activity_type', value: type.name },
    { field: 'description', value: description },
    { field: 'document', value: file.name },
    { field: 'taken_at', value: takenAt.toISOString() },
    ...facts,
  ];
  const changes = told.map(
    ({ field, value }): FieldChange => ({ field, before: null, after: value }),
  );
  const of = { customerId: vehicle.customer_id, vehicleId: vehicle.id, activityId };
  await keepChanges(trx, author, [
    { ...of, scheduledActivityId: null, action: 'created', changes },
  ]);
  return activityId;
}

/**
 * Stores a camera frame as a document of the vehicle file. The same request sent again, identified
 * by its key, creates nothing.
 *
 * @returns the id of its activity
 * @throws HttpError 404 for a vehicle that is not visible, 400 on `document` for a file that is no
 *   image, 409 for a key of a different request
 */
export async function addCameraPhoto(
  { db, files, bus }: Pick<Services, 'db' | 'files' | 'bus'>,
  viewer: Viewer,
  picture: CameraPicture,
): Promise<number> {
  const { known, vehicle } = await db.asViewer(viewer, async (trx) => {
    await visibleVehicle(trx, viewer, picture.vehicleId);
    return {
      known: await madeBefore(trx, viewer, picture),
      vehicle: await scheduledVehicle(trx, picture.vehicleId),
    };
  });
  if (known !== null) return known;
  const { customer_id: customerId, registration } = vehicle;
  const file = await storeDocument(files, picture.file, {
    customerId,
    registration,
    reference: REFERENCE,
  });
  try {
    const made = await db.asViewer(viewer, (trx) => keep(trx, viewer, picture, vehicle, file));
    // Null: the same request arrived concurrently, and the other one won.
    if (made === null) await files.discard([file]);
    else bus.publish('activities.changed', { customerId });
    const first = made ?? (await db.asViewer(viewer, (trx) => madeBefore(trx, viewer, picture)));
    if (first !== null) return first;
    throw conflict('document.picture_not_kept');
  } catch (error) {
    await files.discard([file]);
    throw error;
  }
}
