import { createHash, randomUUID } from 'node:crypto';
import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { allows, VEHICLE_FILE } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import { noOwnTexts, ownPageTexts } from '../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import {
  badRequest,
  conflict,
  forbidden,
  notFound,
  tooMany,
  wrongField,
} from '../../../platform/errors.ts';
import { keepFile } from '../../../platform/files/index.ts';
import { containsPattern, pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import { helpPageOf, helpVehicle } from '../help-page/index.ts';
import type { AccidentBody } from './accident-body.ts';
import {
  insertPhoto,
  type NamedVehicle,
  photoOfKey,
  photosOfReport,
  reportOfKey,
  reportsOfDay,
  searchVehicles,
  UNNAMED_PHOTO,
  vehicleOfCustomer,
  vehicleOfPicture,
  waitingPhotos,
} from './accidents.repository.ts';
import { AlreadyKept, keepReport } from './accidents-keep.ts';
import type { Partner } from './accidents-partners.ts';
import { PURPOSE, storePicture } from './accidents-pictures.ts';
import { ACCIDENT_JOB } from './notification/accidents-notification.job.ts';
import { discardAll, storeReportPictures } from './report-pictures.ts';

type Calls = typeof contract.accidents;
type Made = AnswerOf<Calls['reportAccident']>;

/** K-P03. */
const PHOTO_LIMIT = 10;
/** Of the scene, of twenty parties and of twenty witnesses is more than any report has. */
const MOST_PHOTOS = 60;
/** A label is there for all to scan: nobody fills the store, or the mailbox of an operator, with it. */
const MOST_WAITING_PHOTOS = 1000;
const MOST_REPORTS_A_DAY = 20;
/** A phone's clock may be a little ahead. */
const CLOCK_MS = 5 * 60_000;
/** Shorter searches would list the fleet. */
const LEAST_SEARCH = 2;
const FLOOD = 'accident.too_many';
const PHOTO_KEY = /^([\w:-]{8,60})\.([\w-]{1,60})$/;
const DAY_MS = 86_400_000;

/** Accidents as drivers report them from the public page (K-17 to K-21, K-P03). */
export class AccidentsService {
  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'jobs' | 'bus' | 'log'>) {
    services.files.keptBy(PURPOSE, { mayRead: (viewer, fileId) => this.#mayRead(viewer, fileId) });
  }

  async #mayRead(viewer: Viewer, fileId: string): Promise<boolean> {
    if (!allows(VEHICLE_FILE, viewer)) return false;
    return this.services.db.asViewer(viewer, async (trx) => {
      const vehicleId = await vehicleOfPicture(trx, fileId);
      if (vehicleId === undefined) return false;
      await visibleVehicle(trx, viewer, vehicleId);
      return true;
    });
  }

  /**
   * What the form begins with.
   *
   * @throws HttpError 404 for a code that opens nothing, and for a vehicle that is not the partner's
   */
  async form(
    partner: Partner,
    { qrid, vehicle: vehicleId }: QueryOf<Calls['accidentForm']>,
  ): Promise<AnswerOf<Calls['accidentForm']>> {
    const scope = await this.#scope(partner, qrid);
    const { customerId } = scope;
    const vehicle = scope.vehicle ?? (await this.#named(customerId, vehicleId));
    const photos = { photo_limit: PHOTO_LIMIT };
    if (customerId === null) {
      return { accident_reporting_enabled: true, vehicle, ...photos, own_texts: noOwnTexts() };
    }
    return this.#asCustomer(customerId, async (trx) => ({
      accident_reporting_enabled: await takesAccidents(trx, customerId),
      vehicle,
      ...photos,
      own_texts: await ownPageTexts(trx, customerId, 'public'),
    }));
  }

  /** Vehicles of the customer of a code, or of the partner; none for a search of one sign (K-19). */
  async search(
    partner: Partner,
    query: QueryOf<Calls['vehicleSearch']>,
  ): Promise<AnswerOf<Calls['vehicleSearch']>> {
    const { customerId } = await this.#scope(partner, query.qrid);
    const plain = query.search.replaceAll(' ', '');
    if (customerId === null || plain.length < LEAST_SEARCH) return { count: 0, results: [] };
    const { limit, offset, descending } = pageOf(query);
    const found = await this.#asCustomer(customerId, (trx) =>
      searchVehicles(
        trx,
        customerId,
        { pattern: containsPattern(plain), descending },
        { limit, offset },
      ),
    );
    return {
      count: found.count,
      results: found.rows.map(({ id, registration, type }) => ({
        id,
        registration,
        vehicle_type: type,
      })),
    };
  }

  /**
   * Takes a photograph of a report that is to come; of the same name it is taken once.
   *
   * @param key names the report and the photograph, with a dot between; null for one without a name
   * @throws HttpError 404 for a code that opens nothing, 400 for what is no picture, 403 where the
   *   customer takes no reports
   */
  async photo(
    partner: Partner,
    qrid: string | undefined,
    key: string | null,
    path: string,
  ): Promise<{ id: number }> {
    const { customerId } = await this.#open(partner, qrid);
    // Without a name it is a photograph of whichever report names its id.
    const name = key ?? `${UNNAMED_PHOTO}.${randomUUID()}`;
    const [, reportKey, photoKey] = PHOTO_KEY.exec(name) ?? [];
    if (reportKey === undefined || photoKey === undefined) {
      throw badRequest('accident.key_needs_photo');
    }
    const known = await this.#asCustomer(customerId, (trx) =>
      photoOfKey(trx, customerId, reportKey, photoKey),
    );
    if (known !== undefined) return { id: known };
    const { files } = this.services;
    const file = await storePicture(files, path, customerId, 'photo');
    try {
      const id = await this.#asCustomer(customerId, async (trx) => {
        const isNamed = reportKey !== UNNAMED_PHOTO;
        if (isNamed && (await photosOfReport(trx, customerId, reportKey)) >= MOST_PHOTOS) {
          throw wrongField('photo', {
            code: 'validation.photos_too_many',
            params: { most: MOST_PHOTOS },
          });
        }
        if ((await waitingPhotos(trx, customerId)) >= MOST_WAITING_PHOTOS) throw tooMany(FLOOD);
        await keepFile(trx, file, new Date(Date.now() + 2 * DAY_MS));
        const made = await insertPhoto(trx, { customerId, reportKey, photoKey, fileId: file.id });
        if (made === null) throw new CameBefore();
        return made;
      });
      return { id };
    } catch (error) {
      await files.discard([file]);
      if (!(error instanceof CameBefore)) throw error;
      const first = await this.#asCustomer(customerId, (trx) =>
        photoOfKey(trx, customerId, reportKey, photoKey),
      );
      if (first === undefined) throw conflict('check.photo_not_kept');
      return { id: first };
    }
  }

  /**
   * Takes a report: all of it or nothing, and once, however often it is sent.
   *
   * @param key what the phone calls the report; null where it has no name
   * @throws HttpError 400 beside the field, 404 for a code that opens nothing, 403 where the customer
   *   takes no reports, 409 for a key that named another report
   */
  async report(partner: Partner, body: AccidentBody, key: string | null): Promise<Made> {
    const { customerId } = await this.#open(partner, body.qrid ?? undefined);
    const reportKey = key ?? randomUUID();
    const digest = createHash('sha256').update(JSON.stringify(body)).digest();
    const known = await this.#made(customerId, reportKey, digest);
    if (known !== null) return known;
    if (Date.parse(body.happened_at) > Date.now() + CLOCK_MS) {
      throw wrongField('happened_at', 'validation.time_in_future');
    }
    const { db, files, jobs, bus, log } = this.services;
    const vehicle = await this.#asCustomer(customerId, async (trx) => {
      if ((await reportsOfDay(trx, body.vehicle)) >= MOST_REPORTS_A_DAY) throw tooMany(FLOOD);
      return vehicleOfCustomer(trx, customerId, body.vehicle);
    });
    if (vehicle === undefined) throw wrongField('vehicle', 'vehicle.unknown');
    const pictures = await storeReportPictures(files, body, customerId);
    let made: Made;
    try {
      made = await db.asViewer({ customerId, isGlobalAdmin: false }, (trx) =>
        keepReport(trx, { customerId, reportKey, digest, body, pictures, vehicle }),
      );
    } catch (error) {
      await discardAll(files, pictures);
      if (!(error instanceof AlreadyKept)) throw error;
      const first = await this.#made(customerId, reportKey, digest);
      if (first === null) throw conflict('accident.not_kept');
      return first;
    }
    bus.publish('activities.changed', { customerId });
    // Where this fails, the job that looks for untold reports finds it.
    await jobs
      .send(ACCIDENT_JOB, { id: made.id })
      .catch((error) => log.warn({ err: error }, 'an accident is told later'));
    return made;
  }

  /** A vehicle of the partner by its id; our own pages, whose key is public, name a code. */
  async #named(customerId: number | null, id: number | undefined): Promise<NamedVehicle | null> {
    if (customerId === null || id === undefined) return null;
    const found = await this.#asCustomer(customerId, (trx) =>
      vehicleOfCustomer(trx, customerId, id),
    );
    if (found === undefined) throw notFound();
    return { id: found.id, registration: found.registration };
  }

  async #made(customerId: number, reportKey: string, digest: Buffer): Promise<Made | null> {
    const known = await this.#asCustomer(customerId, (trx) =>
      reportOfKey(trx, customerId, reportKey),
    );
    if (known === undefined) return null;
    if (!known.digest.equals(digest)) {
      throw conflict('accident.key_used');
    }
    return { id: known.id, reference: known.reference_number };
  }

  #asCustomer<T>(customerId: number, work: (trx: Transaction) => Promise<T>): Promise<T> {
    return this.services.db.asViewer({ customerId, isGlobalAdmin: false }, work);
  }

  /** Whose vehicles are meant: those of the customer of the code, else of the partner. */
  async #scope(
    { customerId }: Partner,
    qrid: string | undefined,
  ): Promise<{ customerId: number | null; vehicle: NamedVehicle | null }> {
    if (qrid === undefined) return { customerId, vehicle: null };
    const found = await this.services.db.asSystem((trx) => helpVehicle(trx, qrid));
    const isOther = customerId !== null && found?.customerId !== customerId;
    if (found === undefined || isOther) throw notFound('qr_code.not_found');
    const { id, registration } = found;
    return { customerId: found.customerId, vehicle: { id, registration } };
  }

  /** The customer that takes the report. */
  async #open(partner: Partner, qrid: string | undefined): Promise<{ customerId: number }> {
    const { customerId } = await this.#scope(partner, qrid);
    if (customerId === null) throw wrongField('qrid', 'accident.scan_code');
    const isTaken = await this.#asCustomer(customerId, (trx) => takesAccidents(trx, customerId));
    if (!isTaken) throw forbidden('accident.not_taken');
    return { customerId };
  }
}

/** The same photograph came twice at once, and the other was first. */
class CameBefore extends Error {}

async function takesAccidents(trx: Transaction, customerId: number): Promise<boolean> {
  return (await helpPageOf(trx, customerId))?.takes_accidents ?? true;
}
