import { takesOffRoad } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { orNotFound, wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { checkVisibleDepot, visibleDriver, visibleVehicle } from '../../../core/fleet/index.ts';
import { reportDefect } from '../../defects/index.ts';
import { type FaultAnswer, keepAnswers } from '../../faults/index.ts';
import type { StoredPhotos } from '../../records/index.ts';
import {
  addPhotographs,
  asFieldError,
  customersOf,
  Intake,
  pastMoment,
  photographsOf,
  type Received,
  storeTrail,
} from '../../records/index.ts';
import { addRecordActivity } from '../../vehicle-file/index.ts';
import {
  combinationOf,
  combineChecks,
  insertCheck,
  type NewCheck,
  shortCheckS,
  visibleCheck,
} from './walkaround-records.repository.ts';
import { type DriverCheck, toDriverCheck } from './walkaround-records-answer.ts';
import {
  type CameBefore,
  type Combination,
  type ComposedCheck,
  captionsOf,
  durationOf,
  type Fields,
  findingsOf,
  toItem,
} from './walkaround-records-content.ts';

interface PreparedCheck extends Omit<NewCheck, 'signatureId' | 'defectId'> {
  readonly captions: readonly string[];
  readonly before: CameBefore | null;
  readonly faults: readonly FaultAnswer[];
  readonly combination: {
    readonly trailers: readonly PreparedCheck[];
    readonly couple: Combination['couple'];
  } | null;
}

/**
 * The driver named in a request; the sender if none is named.
 *
 * @throws HttpError 400 on `driver` if the driver is unknown, not visible or of another customer
 */
export async function namedDriver(
  trx: Transaction,
  viewer: Viewer,
  driverId: number | undefined,
  customerId: number,
): Promise<{ driverId: number | null; driver: string }> {
  if (driverId === undefined) {
    return { driverId: null, driver: (await actorOf(trx, viewer)).name };
  }
  const unknown = 'driver.missing';
  const found = await asFieldError('driver', unknown, visibleDriver(trx, viewer, driverId));
  const { driver } = await customersOf(trx, { driverId });
  if (driver !== customerId) throw wrongField('driver', unknown);
  return { driverId, driver: `${found.first_name} ${found.surname}`.trim() };
}

/** Creates and reads driver checks (RP-27). */
export class ChecksService {
  readonly #intake: Intake;

  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {
    this.#intake = new Intake(services);
  }

  /**
   * Stores a check with its items, photographs and signature, and creates a defect record from its
   * defects. The same request sent again returns the first one's check.
   *
   * @param depotId the depot of the check
   * @throws HttpError 404 for a depot that is not visible, 400 on the field if a rule is violated,
   *   409 for a key of a different request
   */
  async create(viewer: Viewer, depotId: number, received: Received<Fields>): Promise<DriverCheck> {
    return this.take(viewer, received, `driver-check ${depotId}`, async (trx) => {
      await checkVisibleDepot(trx, viewer, depotId);
      return { fields: received.fields, depotId, templateId: null, before: null };
    });
  }

  /**
   * Same as {@link create}, for requests of another form.
   *
   * @param name identifies the call, and what its fields do not contain
   * @param compose reads a request that is not yet stored
   */
  async take<F>(
    viewer: Viewer,
    received: Received<F>,
    name: string,
    compose: (trx: Transaction) => Promise<ComposedCheck>,
  ): Promise<DriverCheck> {
    const id = await this.#intake.take(viewer, received, {
      name,
      prepare: async (trx) => this.#prepareAll(trx, viewer, received, await compose(trx)),
      keep: (trx, prepared, pictures) => this.#keepAll(trx, viewer, prepared, pictures),
    });
    return this.read(viewer, id);
  }

  /** @throws HttpError 404 if the check does not exist or is not visible */
  async read(viewer: Viewer, id: number): Promise<DriverCheck> {
    const { db, files } = this.services;
    return db.asViewer(viewer, async (trx) => {
      const row = orNotFound(await visibleCheck(trx, viewer, id));
      const photographs = await photographsOf(trx, 'driver_check_record_id', id);
      const combination = await combinationOf(trx, viewer, id);
      const shortS = await shortCheckS(trx, row.customer_id);
      return { ...toDriverCheck(row, photographs, shortS, files), ...combination };
    });
  }

  async #prepareAll(
    trx: Transaction,
    viewer: Viewer,
    received: Received<unknown>,
    composed: ComposedCheck,
  ): Promise<PreparedCheck> {
    const { vehicle } = composed.fields;
    await asFieldError('vehicle', 'vehicle.missing', visibleVehicle(trx, viewer, vehicle));
    const check = await this.#prepare(trx, viewer, received, composed);
    const { combination = null } = composed;
    if (combination === null) return check;
    const trailers: PreparedCheck[] = [];
    for (const trailer of combination.trailers) {
      trailers.push(await this.#prepare(trx, viewer, { ...received, photos: [] }, trailer));
    }
    return { ...check, combination: { trailers, couple: combination.couple } };
  }

  async #prepare(
    trx: Transaction,
    viewer: Viewer,
    { photos, signature }: Received<unknown>,
    { fields, depotId, templateId, before, faults = [] }: ComposedCheck,
  ): Promise<PreparedCheck> {
    const unknown = 'vehicle.missing';
    const owners = await customersOf(trx, { vehicleId: fields.vehicle, depotId: depotId ?? 0 });
    if (depotId !== null && owners.vehicle !== owners.depot) throw wrongField('vehicle', unknown);
    const driver = await namedDriver(trx, viewer, fields.driver, owners.vehicle);
    const checkedAt = pastMoment('done_at', fields.done_at);
    if ((fields.lat === undefined) !== (fields.long === undefined)) {
      throw wrongField(fields.lat === undefined ? 'lat' : 'long', 'validation.place_needs_both');
    }
    const items = fields.items.map(toItem);
    const language = await wordingOf(trx, owners.vehicle, viewer.language);
    return {
      customerId: owners.vehicle,
      vehicleId: fields.vehicle,
      depotId,
      templateId,
      before,
      faults,
      combination: null,
      mustNotify: findingsOf(items).some(takesOffRoad),
      checkedAt,
      durationS: durationOf(checkedAt, fields.started_at),
      ...driver,
      place: fields.place ?? null,
      position:
        fields.lat === undefined || fields.long === undefined
          ? null
          : { latitude: fields.lat, longitude: fields.long },
      odometerM: fields.odometer ?? null,
      items,
      defects: items.filter(({ result }) => result === 'defect').length,
      declaration: fields.declaration ?? textOf(language, 'records.check.declaration'),
      signedBy: fields.signed_name ?? (signature === null ? null : driver.driver),
      captions: captionsOf(fields, photos.length + (before?.count ?? 0)),
    };
  }

  async #keepAll(
    trx: Transaction,
    viewer: Viewer,
    prepared: PreparedCheck,
    pictures: StoredPhotos,
  ): Promise<number> {
    const { combination } = prepared;
    const id = await this.#keep(trx, viewer, prepared, pictures);
    if (combination === null) return id;
    for (const trailer of combination.trailers) {
      const checkId = await this.#keep(trx, viewer, trailer, { ...pictures, photos: [] });
      await combineChecks(trx, { checkId, leadingId: id, customerId: trailer.customerId });
    }
    await combination.couple(trx);
    return id;
  }

  async #keep(
    trx: Transaction,
    viewer: Viewer,
    { captions, before, combination: _, faults, ...check }: PreparedCheck,
    { photos: sent, signature }: StoredPhotos,
  ): Promise<number> {
    const photos = before === null ? sent : [...sent, ...(await before.take(trx, captions))];
    const actor = await actorOf(trx, viewer);
    const author = { ...actor, userId: viewer.userId };
    const { customerId, vehicleId, items, defects } = check;
    const findings = findingsOf(items);
    const names = new Set(findings.map(({ name }) => name));
    const defectId =
      findings.length === 0
        ? null
        : await reportDefect(
            trx,
            { viewer, author, photos: photos.filter(({ caption }) => names.has(caption)) },
            {
              customerId,
              vehicleId,
              place: check.place,
              odometerM: check.odometerM,
              items: findings,
              reportedAt: check.checkedAt,
              reportedBy: check.driver,
            },
          );
    const made = await insertCheck(trx, {
      ...check,
      signatureId: signature?.id ?? null,
      defectId,
    });
    await keepAnswers(trx, { id: made.id, customerId, defectId }, faults);
    const of = { customerId, recordId: made.id, shows: 'finding' } as const;
    await addPhotographs(trx, { ...of, owner: 'driver_check_record_id' }, photos);
    await addRecordActivity(trx, viewer, {
      vehicleId,
      reference: 'DRIVER_CHECK',
      recordId: made.id,
      referenceNumber: made.referenceNumber,
      description: 'Walkaround check',
      status: defects === 0 ? 'Nil defects' : 'Defect reported',
      author,
    });
    await storeTrail(trx, {
      customerId,
      vehicleId,
      kind: 'driver_check',
      recordId: made.id,
      author,
      action: 'made',
      changes: [{ field: 'defects', before: null, after: String(defects) }],
    });
    return made.id;
  }
}
