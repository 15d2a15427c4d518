import { createHash } from 'node:crypto';
import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { readTachographFile, verifyTachographFile } from '@roadworthy/protocols';
import { actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { badRequest, orNotFound, wrongField } from '../../../platform/errors.ts';
import { type Files, fileById, storeFile } from '../../../platform/files/index.ts';
import { COUNT_LIMIT, pageOf } from '../../../platform/paging.ts';
import { languageOf } from '../../../platform/texts.ts';
import { customerFor } from '../../core/customers/index.ts';
import { visibleDriver, visibleVehicle } from '../../core/fleet/index.ts';
import { storeCardActivities } from '../drivers-hours/index.ts';
import {
  assignAlike,
  assignFile,
  customerOfOwner,
  driverOfCard,
  type FileRow,
  fileByDigest,
  filePage,
  filesOfCard,
  insertFile,
  type NewFile,
  vehicleOfUnit,
  visibleFile,
} from './tachograph.repository.ts';
import { cardActivities } from './tachograph-activities.ts';
import {
  type Arrival,
  type FileResult,
  recordStored,
  type Stored,
  shownResult,
  storeArrival,
} from './tachograph-arrival.ts';
import { contentOf } from './tachograph-content.ts';
import type { TachographKeys } from './tachograph-keys.ts';
import { type FileSummary, type ReadFile, summaryOf } from './tachograph-summary.ts';
import { cardArrival, cardOf, recognised } from './tachograph-unit-card.ts';
import { isArchive } from './tachograph-unzip.ts';

type Calls = typeof contract.tachograph;
type TachographJson = AnswerOf<Calls['read']>;

const MEDIA_TYPE = 'application/octet-stream';
const PURPOSE = 'tachograph';

function toJson(row: FileRow): TachographJson {
  const { driver_id, vehicle_id } = row;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    generation: row.generation,
    source: row.source,
    received_at: row.received_at.toISOString(),
    received_from: row.received_from,
    size_bytes: row.size_bytes,
    sha256: row.sha256.toString('hex'),
    card_number: row.card_number,
    card_nation: row.card_nation,
    card_holder: row.card_holder,
    registration: row.registration,
    vin: row.vin,
    first_day: row.first_day,
    last_day: row.last_day,
    signature: row.signature,
    problem_count: row.problem_count,
    driver:
      driver_id === null
        ? null
        : { id: driver_id, first_name: row.first_name ?? '', surname: row.surname ?? '' },
    vehicle:
      vehicle_id === null ? null : { id: vehicle_id, registration: row.vehicle_registration ?? '' },
    customer: row.customer_id,
  };
}

async function ownersOf(trx: Transaction, customerId: number, summary: FileSummary) {
  const { kind, cardNumber } = summary;
  const driverId =
    kind === 'driver_card' && cardNumber !== null
      ? await driverOfCard(trx, customerId, cardNumber)
      : null;
  const vehicleId = kind === 'vehicle_unit' ? await vehicleOfUnit(trx, customerId, summary) : null;
  return { driverId, vehicleId };
}

export class TachographService {
  constructor(
    private readonly db: Database,
    private readonly files: Files,
    private readonly keys: Pick<TachographKeys, 'trust'>,
  ) {}

  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { kind, driver, vehicle, unassigned } = query;
    const filter = { kind, driver, vehicle, isUnassigned: unassigned === 'true' };
    const { rows, counted } = await this.db.asViewer(viewer, (trx) =>
      filePage(trx, viewer, filter, pageOf(query)),
    );
    return {
      count: Math.min(counted, COUNT_LIMIT),
      count_is_limit: counted > COUNT_LIMIT,
      results: rows.map(toJson),
    };
  }

  async read(viewer: Viewer, id: number): Promise<TachographJson> {
    return toJson(await this.#visible(viewer, id));
  }

  async #visible(viewer: Viewer, id: number): Promise<FileRow> {
    return orNotFound(await this.db.asViewer(viewer, (trx) => visibleFile(trx, viewer, id)));
  }

  /**
   * Stores a file that a person sends, or each file of a ZIP archive.
   *
   * @throws HttpError 400 for another content or customer
   */
  async upload(
    viewer: Viewer,
    file: Pick<Arrival, 'name' | 'bytes'>,
    customer: number | undefined,
  ): Promise<AnswerOf<Calls['upload']>> {
    const customerId = await this.db.asViewer(viewer, (trx) => customerFor(trx, viewer, customer));
    const arrival: Arrival = { ...file, customerId, source: 'upload', receivedBy: viewer.userId };
    if (isArchive(file.bytes)) {
      return { file: null, is_repeated: false, archive: await this.#archive(viewer, arrival) };
    }
    const { id, isRepeated } = await this.store(arrival);
    const stored = await this.db.asViewer(viewer, (trx) => visibleFile(trx, viewer, id));
    // A colleague of another depot has sent the same file.
    if (stored === undefined) throw badRequest('tachograph.stored_elsewhere');
    return { file: toJson(stored), is_repeated: isRepeated, archive: null };
  }

  async #archive(viewer: Viewer, arrival: Arrival) {
    const results = await storeArrival(this, arrival);
    return this.db.asViewer(viewer, async (trx) => {
      const shown: FileResult[] = [];
      for (const one of results) {
        const { id, name } = one;
        const isHidden = id !== null && (await visibleFile(trx, viewer, id)) === undefined;
        const reason = 'tachograph.stored_elsewhere';
        shown.push(isHidden ? { name, state: 'rejected', id: null, reason } : one);
      }
      await recordStored(trx, arrival, results, await actorOf(trx, viewer));
      return shown.map((one) => shownResult(one, languageOf(viewer.language)));
    });
  }

  /**
   * Archives the original unchanged and stores what the list shows of it. A driver card that was downloaded through
   * a vehicle unit is stored as a file of its own too, before the file of the unit: if the server stops in between,
   * sending the file again stores the rest.
   *
   * @throws HttpError 400 if the bytes are no downloaded file
   */
  async store(arrival: Arrival): Promise<Stored> {
    const read = recognised(arrival.bytes);
    const card = cardArrival(arrival, read);
    if (card !== null) {
      const { id, isRepeated } = await this.#storeFile(card, recognised(card.bytes));
      const state = isRepeated ? 'repeated' : 'stored';
      const result = { name: card.name, state, id, reason: null } as const;
      await this.db.asSystem((trx) => recordStored(trx, card, [result]));
    }
    return this.#storeFile(arrival, read);
  }

  async #storeFile(arrival: Arrival, read: ReadFile): Promise<Stored> {
    const { customerId, bytes } = arrival;
    const sha256 = createHash('sha256').update(bytes).digest();
    const known = await this.db.asSystem((trx) => fileByDigest(trx, customerId, sha256));
    if (known !== undefined) return { id: known, isRepeated: true };
    const summary = summaryOf(read, verifyTachographFile(read, await this.keys.trust()));
    const file = await this.files.put(bytes, {
      customerId,
      purpose: PURPOSE,
      name: arrival.name,
      maxBytes: bytes.length,
      accept: [MEDIA_TYPE],
      trustedType: MEDIA_TYPE,
    });
    const id = await this.db
      .asSystem(async (trx) => {
        await storeFile(trx, file);
        const owners = await ownersOf(trx, customerId, summary);
        const { source, receivedBy } = arrival;
        const { id: fileId, name, sizeBytes } = file;
        const row: NewFile = {
          customerId,
          fileId,
          name,
          sha256,
          sizeBytes,
          source,
          receivedBy,
          summary,
          ...owners,
        };
        const made = await insertFile(trx, row);
        if (made === null) throw new Repeated();
        if (read.kind === 'card' && owners.driverId !== null) {
          const driver = { id: owners.driverId, customerId };
          await storeCardActivities(trx, driver, cardActivities(read));
        }
        return made;
      })
      .catch(async (error) => {
        await this.files.discard([file]);
        if (error instanceof Repeated) return null;
        throw error;
      });
    if (id !== null) return { id, isRepeated: false };
    const first = await this.db.asSystem((trx) => fileByDigest(trx, customerId, sha256));
    return { id: orNotFound(first), isRepeated: true };
  }

  /** Stores the activities of all files of the card of a file, which now has a driver. */
  async #storeActivities(trx: Transaction, row: FileRow, driverId: number): Promise<void> {
    const driver = { id: driverId, customerId: row.customer_id };
    for (const file of await filesOfCard(trx, row)) {
      const read = recognised(await this.#bytes(file));
      if (read.kind === 'card') await storeCardActivities(trx, driver, cardActivities(read));
    }
  }

  async #bytes(row: Pick<FileRow, 'file_id'>): Promise<Buffer> {
    const file = orNotFound(await this.db.asSystem((trx) => fileById(trx, row.file_id)));
    const parts: Buffer[] = [];
    for await (const part of await this.files.read(file)) parts.push(part as Buffer);
    return Buffer.concat(parts);
  }

  /**
   * The decoded original of a stored file, for work without a person; null if it cannot be read.
   *
   * @param fileId its identity in the file store
   */
  async decoded(fileId: string): Promise<ReadFile | null> {
    const read = readTachographFile(await this.#bytes({ file_id: fileId }));
    return read.kind === 'unrecognised' ? null : cardOf(read);
  }

  /** Decodes the archived original. */
  async content(viewer: Viewer, id: number): Promise<AnswerOf<Calls['content']>> {
    const read = recognised(await this.#bytes(await this.#visible(viewer, id)));
    return contentOf(read, verifyTachographFile(read, await this.keys.trust()));
  }

  async original(viewer: Viewer, id: number) {
    const row = await this.#visible(viewer, id);
    // Only characters that a header can contain.
    const name = row.name.replace(/[^\x20-\x7e]|"/g, '_');
    return { name, type: MEDIA_TYPE, bytes: await this.#bytes(row) };
  }

  /** @throws HttpError 400 if this kind of file has no such owner, 404 outside the person's scope */
  async assign(viewer: Viewer, id: number, body: BodyOf<Calls['assign']>): Promise<TachographJson> {
    return this.db.asViewer(viewer, async (trx) => {
      const row = orNotFound(await visibleFile(trx, viewer, id));
      const { driver, vehicle } = body;
      if (driver !== null)
        await refuseOther(trx, row, 'driver', driver, () => visibleDriver(trx, viewer, driver));
      if (vehicle !== null)
        await refuseOther(trx, row, 'vehicle', vehicle, () => visibleVehicle(trx, viewer, vehicle));
      await assignFile(trx, id, driver, vehicle);
      await assignAlike(trx, row, driver, vehicle);
      if (driver !== null) await this.#storeActivities(trx, row, driver);
      return toJson(orNotFound((await visibleFile(trx, viewer, id)) ?? row));
    });
  }
}

const OWNERS = {
  driver: { kind: 'driver_card', table: 'drivers' },
  vehicle: { kind: 'vehicle_unit', table: 'vehicles' },
} as const;

async function refuseOther(
  trx: Transaction,
  row: FileRow,
  field: keyof typeof OWNERS,
  id: number,
  find: () => Promise<unknown>,
): Promise<void> {
  const { kind, table } = OWNERS[field];
  if (row.kind !== kind) throw wrongField(field, 'tachograph.other_owner');
  await find();
  const customerId = await customerOfOwner(trx, table, id);
  if (customerId !== row.customer_id) throw wrongField(field, 'tachograph.other_owner');
}

/** The same file was stored at the same moment. */
class Repeated extends Error {}
