import { createHash, randomUUID } from 'node:crypto';
import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { allows, VEHICLE_FILE } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import { customPageTexts, noCustomTexts } from '../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import {
  badRequest,
  conflict,
  forbidden,
  notFound,
  orNotFound,
  tooMany,
  wrongField,
} from '../../../platform/errors.ts';
import { storeFile } from '../../../platform/files/index.ts';
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
import { DuplicateReport, keepReport } from './accidents-keep.ts';
import type { Partner } from './accidents-partners.ts';
import { PURPOSE, storePhoto } from './accidents-pictures.ts';
import { ACCIDENT_JOB } from './notification/accidents-notification.job.ts';
import { discardAll, storeReportPictures } from './report-pictures.ts';

type Calls = typeof contract.accidents;
type Made = AnswerOf<Calls['reportAccident']>;

/** Photographs of the scene (K-P03). */
const PHOTO_LIMIT = 10;
/** More than any real report has, although scene and people allow for more in total. */
const MAX_PHOTOS = 60;
/** Anyone can scan a label, so these limits protect the file store and the operator's mailbox. */
const MAX_WAITING_PHOTOS = 1000;
const MAX_REPORTS_PER_DAY = 20;
/** Tolerance for a phone's clock that runs ahead. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** Shorter searches would list the fleet. */
const MIN_SEARCH_LENGTH = 2;
const TOO_MANY = 'accident.too_many';
const PHOTO_KEY = /^([\w:-]{8,60})\.([\w-]{1,60})$/;
const DAY_MS = 86_400_000;

/** Accident reports from the public page and from partners (K-17 to K-21, K-P03). */
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
   * Initial data of the form.
   *
   * @throws HttpError 404 for an unknown code, or a vehicle of another customer than the partner's
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
      return { accident_reporting_enabled: true, vehicle, ...photos, own_texts: noCustomTexts() };
    }
    return this.#asCustomer(customerId, async (trx) => ({
      accident_reporting_enabled: await acceptsReports(trx, customerId),
      vehicle,
      ...photos,
      own_texts: await customPageTexts(trx, customerId, 'public'),
    }));
  }

  /** Vehicles of the code's or the partner's customer; none for a one-character search (K-19). */
  async search(
    partner: Partner,
    query: QueryOf<Calls['vehicleSearch']>,
  ): Promise<AnswerOf<Calls['vehicleSearch']>> {
    const { customerId } = await this.#scope(partner, query.qrid);
    const plain = query.search.replaceAll(' ', '');
    if (customerId === null || plain.length < MIN_SEARCH_LENGTH) return { count: 0, results: [] };
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
   * Stores a photograph before its report is sent. Uploads with the same key are stored once.
   *
   * @param key keys of the report and of the photograph, joined by a dot; null without a key
   * @throws HttpError 404 for an unknown code, 400 if it is not an image, 403 if the customer does
   *   not accept reports, 429 if too many photographs wait for their reports
   */
  async photo(
    partner: Partner,
    qrid: string | undefined,
    key: string | null,
    path: string,
  ): Promise<{ id: number }> {
    const { customerId } = await this.#open(partner, qrid);
    // Any report can claim a photograph without a key by its id.
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
    const file = await storePhoto(files, path, customerId, 'photo');
    try {
      const id = await this.#asCustomer(customerId, async (trx) => {
        const isNamed = reportKey !== UNNAMED_PHOTO;
        if (isNamed && (await photosOfReport(trx, customerId, reportKey)) >= MAX_PHOTOS) {
          throw wrongField('photo', {
            code: 'validation.photos_too_many',
            params: { most: MAX_PHOTOS },
          });
        }
        if ((await waitingPhotos(trx, customerId)) >= MAX_WAITING_PHOTOS) throw tooMany(TOO_MANY);
        await storeFile(trx, file, new Date(Date.now() + 2 * DAY_MS));
        const made = await insertPhoto(trx, { customerId, reportKey, photoKey, fileId: file.id });
        if (made === null) throw new DuplicatePhoto();
        return made;
      });
      return { id };
    } catch (error) {
      await files.discard([file]);
      if (!(error instanceof DuplicatePhoto)) throw error;
      const first = await this.#asCustomer(customerId, (trx) =>
        photoOfKey(trx, customerId, reportKey, photoKey),
      );
      if (first === undefined) throw conflict('check.photo_not_kept');
      return { id: first };
    }
  }

  /**
   * Saves a report atomically. Reports with the same key are saved once.
   *
   * @param key key of the report from the phone; null without a key
   * @throws HttpError 400 on the invalid field, 404 for an unknown code, 403 if the customer does
   *   not accept reports, 409 for a key of a different report, 429 for too many reports of the
   *   vehicle within a day
   */
  async report(partner: Partner, body: AccidentBody, key: string | null): Promise<Made> {
    const { customerId } = await this.#open(partner, body.qrid ?? undefined);
    const reportKey = key ?? randomUUID();
    const digest = createHash('sha256').update(JSON.stringify(body)).digest();
    const known = await this.#made(customerId, reportKey, digest);
    if (known !== null) return known;
    if (Date.parse(body.happened_at) > Date.now() + CLOCK_TOLERANCE_MS) {
      throw wrongField('happened_at', 'validation.time_in_future');
    }
    const { db, files, jobs, bus, log } = this.services;
    const vehicle = await this.#asCustomer(customerId, async (trx) => {
      if ((await reportsOfDay(trx, body.vehicle)) >= MAX_REPORTS_PER_DAY) throw tooMany(TOO_MANY);
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
      if (!(error instanceof DuplicateReport)) throw error;
      const first = await this.#made(customerId, reportKey, digest);
      if (first === null) throw conflict('accident.not_kept');
      return first;
    }
    bus.publish('activities.changed', { customerId });
    // If this fails, the regular job finds the report and notifies of it.
    await jobs
      .send(ACCIDENT_JOB, { id: made.id })
      .catch((error) => log.warn({ err: error }, 'accident notification delayed'));
    return made;
  }

  /** A partner's vehicle by id. Null for the installation's pages: their key is public. */
  async #named(customerId: number | null, id: number | undefined): Promise<NamedVehicle | null> {
    if (customerId === null || id === undefined) return null;
    const found = orNotFound(
      await this.#asCustomer(customerId, (trx) => vehicleOfCustomer(trx, customerId, id)),
    );
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

  /** The customer of the code with its vehicle, else the customer of the partner. */
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

  /** The customer that receives the report. @throws HttpError 403 if it does not accept reports */
  async #open(partner: Partner, qrid: string | undefined): Promise<{ customerId: number }> {
    const { customerId } = await this.#scope(partner, qrid);
    if (customerId === null) throw wrongField('qrid', 'accident.scan_code');
    const isAccepted = await this.#asCustomer(customerId, (trx) => acceptsReports(trx, customerId));
    if (!isAccepted) throw forbidden('accident.not_taken');
    return { customerId };
  }
}

/** A concurrent duplicate of the photograph was first. */
class DuplicatePhoto extends Error {}

async function acceptsReports(trx: Transaction, customerId: number): Promise<boolean> {
  return (await helpPageOf(trx, customerId))?.takes_accidents ?? true;
}
