import { createHash } from 'node:crypto';
import type { AnswerOf, contract, FieldsOf, QueryOf } from '@roadworthy/contract';
import { allows, VEHICLE_FILE } from '@roadworthy/domain';
import { isTimeZone } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { type FileRow, storeFile } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { authorOf } from '../../../core/activity-trail/index.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { type ScheduledVehicle, scheduledVehicle } from '../../schedules/index.ts';
import { toActivity } from '../list/activity-json.ts';
import { visibleActivity } from '../list/vehicle-file-list.repository.ts';
import { type ActivityTypeRow, activityType } from '../types/vehicle-file-types.repository.ts';
import {
  activityOfFile,
  insertActivity,
  madeByRequest,
  markUnqualified,
} from './vehicle-file-documents.repository.ts';
import { recordCreation } from './vehicle-file-documents-creation.ts';
import { PURPOSE, type ReceivedFile, storeDocument } from './vehicle-file-documents-file.ts';
import { type Accepted, acceptDocument } from './vehicle-file-documents-rules.ts';
import { applySchedule } from './vehicle-file-documents-scheduling.ts';

type Calls = typeof contract.vehicleFile;
type Created = AnswerOf<Calls['create']>;
export type CreateQuery = QueryOf<Calls['create']>;
export type DocumentFields = FieldsOf<Calls['create']>;

/** A new document as received. */
export interface NewDocument {
  readonly query: CreateQuery;
  readonly fields: DocumentFields;
  readonly file: ReceivedFile | null;
  /** Idempotency key: the same request sent again creates nothing. */
  readonly requestKey: string | null;
}

/**
 * The type that a request names (R-169, OP-037): in the query, else an id, an object or a
 * reference.
 */
function typeMeant(query: CreateQuery, text: string): { id: number } | { reference: string } {
  if (query.scheduled_activity_type !== undefined) return { id: query.scheduled_activity_type };
  if (query.scheduled_activity_type_reference !== undefined) {
    return { reference: query.scheduled_activity_type_reference };
  }
  const plain = text.trim();
  if (plain.startsWith('{')) {
    try {
      const { id } = JSON.parse(plain) as { id?: unknown };
      if (Number.isSafeInteger(id)) return { id: id as number };
    } catch {
      // Not JSON: ignore it.
    }
    throw wrongField('activity_type', 'validation.invalid_input');
  }
  if (/^\d{1,9}$/.test(plain)) return { id: Number(plain) };
  if (plain === '') throw wrongField('activity_type', 'validation.required');
  return { reference: plain };
}

/** Digest of a request, so that a different request with the same key is detected. */
function digestOf({ query, fields, file }: NewDocument): Buffer {
  const said = JSON.stringify([query, fields, file?.sha256.toString('hex') ?? null]);
  return createHash('sha256').update(said).digest();
}

/** Thrown if the same request arrived concurrently and the other one won; rolls this one back. */
class AlreadyMade extends Error {}

interface Prepared {
  readonly vehicle: ScheduledVehicle;
  readonly type: ActivityTypeRow;
  readonly accepted: Accepted;
}

/** Creates documents of the vehicle file and decides who may read them. */
export class DocumentsService {
  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {
    services.files.keptBy(PURPOSE, {
      mayRead: (viewer, fileId) => this.#mayRead(viewer, fileId),
    });
  }

  async #mayRead(viewer: Viewer, fileId: string): Promise<boolean> {
    if (!allows(VEHICLE_FILE, viewer)) return false;
    return this.services.db.asViewer(viewer, async (trx) => {
      const id = await activityOfFile(trx, fileId);
      return id !== undefined && (await visibleActivity(trx, viewer, id)) !== undefined;
    });
  }

  /**
   * Creates an activity with its document and updates the schedule, atomically. The same request
   * sent again, identified by its key, returns the activity that the first one created.
   *
   * @throws HttpError 400 if a rule is violated, 403 for types that only the system creates, 404
   *   for a vehicle or type that is not visible, 409 for a key of a different request
   */
  async create(viewer: Viewer, document: NewDocument): Promise<Created> {
    const { db, files, bus } = this.services;
    const known = await this.#answered(viewer, document);
    if (known !== null) return known;
    const prepared = await db.asViewer(viewer, (trx) => this.#prepare(trx, viewer, document));
    const { vehicle, type } = prepared;
    const file =
      document.file === null
        ? null
        : await storeDocument(files, document.file, {
            customerId: vehicle.customer_id,
            registration: vehicle.registration,
            reference: type.reference,
          });
    try {
      const made = await db.asViewer(viewer, (trx) =>
        this.#keep(trx, viewer, document, prepared, file),
      );
      bus.publish('activities.changed', { customerId: vehicle.customer_id });
      return made;
    } catch (error) {
      if (file !== null) await files.discard([file]);
      if (!(error instanceof AlreadyMade)) throw error;
      const answered = await this.#answered(viewer, document);
      if (answered !== null) return answered;
      throw conflict('request.not_kept');
    }
  }

  /** The result of an earlier request with the same key; null if there was none. */
  async #answered(viewer: Viewer, document: NewDocument): Promise<Created | null> {
    const { requestKey } = document;
    if (requestKey === null) return null;
    return this.services.db.asViewer(viewer, async (trx) => {
      const made = await madeByRequest(trx, viewer.userId, requestKey);
      if (made === undefined) return null;
      if (made.request_digest?.equals(digestOf(document)) !== true) {
        throw conflict('document.key_used');
      }
      return this.#answer(trx, viewer, made.id, made.is_unqualified);
    });
  }

  async #answer(trx: Transaction, viewer: Viewer, id: number, isUnqualified: boolean) {
    const row = orNotFound(await visibleActivity(trx, viewer, id));
    return { ...toActivity(row), unqualified_to_approve_schedules: isUnqualified };
  }

  async #prepare(trx: Transaction, viewer: Viewer, document: NewDocument): Promise<Prepared> {
    const { query, fields, file } = document;
    await visibleVehicle(trx, viewer, fields.vehicle);
    const vehicle = await scheduledVehicle(trx, fields.vehicle);
    const type = await activityType(trx, viewer, typeMeant(query, fields.activity_type));
    const isOfOther = type?.customer_id != null && type.customer_id !== vehicle.customer_id;
    if (type === undefined || isOfOther) throw notFound();
    const { time_zone: browserZone } = query;
    const isZoneKnown = browserZone !== undefined && isTimeZone(browserZone);
    const said = {
      status: fields.status,
      description: fields.description,
      fulfilledAt: fields.activity_fulfilled_at,
      hasFile: file !== null,
      timeZone: viewer.timeZone ?? (isZoneKnown ? browserZone : null),
    };
    return { vehicle, type, accepted: acceptDocument(said, type, vehicle, Date.now()) };
  }

  async #keep(
    trx: Transaction,
    viewer: Viewer,
    document: NewDocument,
    { vehicle, type, accepted }: Prepared,
    file: FileRow | null,
  ): Promise<Created> {
    const author = await authorOf(trx, viewer);
    const { requestKey, query } = document;
    // A record is kept for good, so its file never expires. If the activity fails, the file is
    // deleted.
    if (file !== null) await storeFile(trx, file);
    const id = await insertActivity(trx, {
      customerId: vehicle.customer_id,
      vehicleId: vehicle.id,
      typeId: type.id,
      description: accepted.description,
      status: accepted.status,
      fulfilledAt: accepted.fulfilledAt,
      author,
      fileId: file?.id ?? null,
      request: requestKey === null ? null : { key: requestKey, digest: digestOf(document) },
    });
    if (id === null) throw new AlreadyMade();
    const scheduled = await applySchedule(trx, viewer, {
      activityId: id,
      type,
      vehicle,
      fulfilledMs: (accepted.fulfilledAt ?? new Date()).getTime(),
      isSuppressed: accepted.isSuppressed,
      creates: query.overwrite_task_queue ?? true,
      fulfils: query.fulfill_scheduled_activity ?? true,
      byVehicleType: query.filter_schedule_by_vehicle_type ?? true,
    });
    const { isUnqualified } = scheduled;
    if (isUnqualified) await markUnqualified(trx, id);
    await recordCreation(trx, author, {
      activityId: id,
      type,
      vehicle,
      status: accepted.status,
      fields: [
        { field: 'description', before: null, after: accepted.description },
        { field: 'status', before: null, after: accepted.status },
        {
          field: 'activity_fulfilled_at',
          before: null,
          after: accepted.fulfilledAt?.toISOString().slice(0, 10) ?? null,
        },
        { field: 'document', before: null, after: file?.name ?? null },
      ].filter(({ after }) => after !== null),
      scheduled,
    });
    return this.#answer(trx, viewer, id, isUnqualified);
  }
}
