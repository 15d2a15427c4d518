import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { LONGEST_EVIDENCE_DAYS, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { failureText } from '../../../platform/error-texts.ts';
import {
  conflict,
  forbidden,
  notFound,
  orNotFound,
  tooMany,
  wrongField,
} from '../../../platform/errors.ts';
import { fileById } from '../../../platform/files/index.ts';
import { recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { checkVisibleScope } from '../../features/records/index.ts';
import { kindsFor } from './content/evidence-content-sources.ts';
import {
  cancelPack,
  countUnended,
  deletePack,
  insertPack,
  type PackRow,
  packsOf,
  subjectOf,
} from './evidence.repository.ts';
import { evidenceKey } from './evidence-key.ts';

type Calls = typeof contract.evidence;
type Pack = AnswerOf<Calls['create']>;

/** Most unfinished packs of one person. */
const MAX_UNENDED = 5;
const DAY_MS = 86_400_000;

function toPack(row: PackRow, viewer: Viewer): Pack {
  return {
    id: row.id,
    scope: row.scope,
    subject: row.subject,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    kinds: row.kinds,
    state: row.state,
    done: row.done_count,
    total: row.total_count,
    records: row.record_count,
    files: row.file_count,
    archive_bytes: row.archive_bytes,
    pdf_bytes: row.pdf_bytes,
    archive_sha256: row.archive_sha256,
    key_fingerprint: row.key_fingerprint,
    failure: failureText(viewer.language, row.failure),
    created_at: toApiDateTime(row.created_at.getTime()),
    ended_at: row.ended_at === null ? null : toApiDateTime(row.ended_at.getTime()),
  };
}

/** A pack as the audit log describes it. */
export const describedPack = (row: PackRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'evidence_pack' as const, id: String(row.id), name: row.subject },
  facts: {
    scope: row.scope,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    kinds: row.kinds.join(', '),
    state: row.state,
    archive_sha256: row.archive_sha256,
  },
});

/** @throws HttpError 400 for a period that is wrong, or a scope without its vehicle or depot */
function checkBody({ scope, vehicle, depot, starts_on, ends_on }: BodyOf<Calls['create']>): void {
  if (scope === 'vehicle' && vehicle === null)
    throw wrongField('vehicle', 'evidence.choose_vehicle');
  if (scope === 'depot' && depot === null) throw wrongField('depot', 'evidence.choose_depot');
  const days = (Date.parse(ends_on) - Date.parse(starts_on)) / DAY_MS;
  if (days < 0) throw wrongField('ends_on', 'validation.end_before_start');
  if (days >= LONGEST_EVIDENCE_DAYS) {
    throw wrongField('ends_on', {
      code: 'evidence.too_long',
      params: { most: LONGEST_EVIDENCE_DAYS },
    });
  }
}

/** Evidence packs that a person requests, watches and downloads. */
export class EvidenceService {
  constructor(private readonly services: Pick<Services, 'config' | 'db' | 'files'>) {}

  async list(viewer: Viewer): Promise<AnswerOf<Calls['list']>> {
    const rows = await this.services.db.asViewer(viewer, (trx) => packsOf(trx, viewer));
    return { count: rows.length, results: rows.map((row) => toPack(row, viewer)) };
  }

  /**
   * Queues a pack.
   *
   * @throws HttpError 400 for a wrong period, or a fleet without a customer, 404 for a vehicle or depot
   *   that is not visible, 429 while the person has five unfinished packs
   */
  async create(viewer: Viewer, body: BodyOf<Calls['create']>): Promise<Pack> {
    checkBody(body);
    const vehicleId = body.scope === 'vehicle' ? body.vehicle : null;
    const depotId = body.scope === 'depot' ? body.depot : null;
    return this.services.db.asViewer(viewer, async (trx) => {
      await checkVisibleScope(trx, viewer, { vehicleId, depotId, regionId: null });
      const { customerId } = viewer;
      const subject = await subjectOf(trx, { vehicleId, depotId, customerId });
      if (subject === undefined) throw wrongField('scope', 'access.customer_required');
      if ((await countUnended(trx, viewer)) >= MAX_UNENDED) {
        throw tooMany({ code: 'evidence.too_many', params: { most: MAX_UNENDED } });
      }
      const id = await insertPack(trx, {
        customer_id: subject.customer_id,
        user_id: viewer.userId,
        scope: body.scope,
        vehicle_id: vehicleId,
        depot_id: depotId,
        subject: subject.name,
        starts_on: body.starts_on,
        ends_on: body.ends_on,
        time_zone: viewer.timeZone ?? body.time_zone ?? 'UTC',
        kinds: kindsFor(viewer),
      });
      const row = await this.#own(trx, viewer, id);
      await recordRow(trx, viewer, describedPack, null, row);
      return toPack(row, viewer);
    });
  }

  /** Cancels a pack; no effect if it has ended. @throws HttpError 404 for a pack of another person */
  async cancel(viewer: Viewer, id: number): Promise<Pack> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await this.#own(trx, viewer, id);
      await cancelPack(trx, id);
      return toPack(await this.#own(trx, viewer, id), viewer);
    });
  }

  /** @throws HttpError 404 for a pack of another person, 409 for one that has not ended */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const row = await this.#own(trx, viewer, id);
      if (row.ended_at === null) throw conflict('evidence.not_ended');
      await deletePack(trx, row);
      await recordRow(trx, viewer, describedPack, row, null);
    });
  }

  /**
   * A file of a pack that is ready.
   *
   * @throws HttpError 404 for a pack of another person, or a vehicle or depot that is no longer visible,
   *   403 if the person may no longer see a kind of its records, 409 before it is ready
   */
  async file(viewer: Viewer, id: number, which: 'pdf_file_id' | 'archive_file_id') {
    const { db, files } = this.services;
    const found = await db.asViewer(viewer, async (trx) => {
      const row = await this.#own(trx, viewer, id);
      const { vehicle_id: vehicleId, depot_id: depotId } = row;
      await checkVisibleScope(trx, viewer, { vehicleId, depotId, regionId: null });
      const allowed = kindsFor(viewer);
      if (!row.kinds.every((kind) => allowed.includes(kind))) throw forbidden('access.denied');
      const fileId = row[which];
      if (row.state !== 'ready' || fileId === null) throw conflict('evidence.not_ready');
      return orNotFound(await fileById(trx, fileId));
    });
    return {
      name: found.name,
      type: found.mediaType,
      sizeBytes: found.sizeBytes,
      bytes: await files.read(found),
    };
  }

  /** The public key that verifies the archives. */
  async key(): Promise<AnswerOf<Calls['key']>> {
    const { publicKey, fingerprint } = await evidenceKey(this.services);
    return { algorithm: 'Ed25519', public_key: publicKey, fingerprint };
  }

  async #own(trx: Transaction, viewer: Viewer, id: number): Promise<PackRow> {
    const [row] = await packsOf(trx, viewer, id);
    if (row === undefined) throw notFound();
    return row;
  }
}
