import type { contract, FieldsOf } from '@roadworthy/contract';
import { areaOfPoint, type CheckItem, takesOffRoad } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { DefectItem, Transaction } from '../../../../platform/db/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { checkVisibleDepot, visibleDriver, visibleVehicle } from '../../../core/fleet/index.ts';
import { reportDefect } from '../../defects/index.ts';
import type { StoredPicture, StoredPictures } from '../../records/index.ts';
import {
  addPhotographs,
  beside,
  customersOf,
  Intake,
  keepTrail,
  pastMoment,
  photographsOf,
  type Received,
  refused,
} from '../../records/index.ts';
import { addRecordActivity } from '../../vehicle-file/index.ts';
import {
  insertCheck,
  type NewCheck,
  shortCheckS,
  visibleCheck,
} from './walkaround-records.repository.ts';
import { type DriverCheck, toDriverCheck } from './walkaround-records-answer.ts';

export type Fields = FieldsOf<typeof contract.walkaroundRecords.create>;
type Item = Fields['items'][number];

/** A check takes minutes; one over a day is a slip. */
const LONGEST_S = 24 * 3600;

/** An item as it is kept. */
export function toItem({ section, name, area, result, severity, note }: Item): CheckItem {
  const isDefect = result === 'defect';
  return {
    section,
    name,
    area: area ?? areaOfPoint(name),
    result,
    severity: isDefect ? (severity ?? null) : null,
    note: note === undefined || note === '' ? null : note,
  };
}

/** What a check found, as the record of a defect has it. */
export function findingsOf(items: readonly CheckItem[]): DefectItem[] {
  return items.flatMap(({ name, area, result, severity, note }) =>
    result === 'defect' && severity !== null
      ? [{ name, area, severity, finding: note ?? name, remedy: null }]
      : [],
  );
}

/** How long a check took, in seconds; null where it was not said when it began. */
export function durationOf(checkedAt: Date, startedAt: string | undefined): number | null {
  if (startedAt === undefined) return null;
  const seconds = Math.round((checkedAt.getTime() - Date.parse(startedAt)) / 1000);
  if (seconds >= 1 && seconds <= LONGEST_S) return seconds;
  throw refused('started_at', 'check.begins_after_end');
}

/** Of each photograph: what was said of it, else the item that it shows. */
export function captionsOf({ captions = [], items }: Fields, photos: number): string[] {
  const outside = items.some((item) => item.photos.some((n) => n > photos));
  if (outside) throw refused('items', 'check.photo_not_sent');
  return Array.from({ length: photos }, (_, n) => {
    const item = items.find((one) => one.photos.includes(n + 1));
    return item?.name ?? captions[n] ?? '';
  });
}

/** Photographs of a check that came before it, one by one. */
export interface CameBefore {
  readonly count: number;
  /** Makes them those of the check, in its transaction and in the order in which its items count them. */
  take(trx: Transaction, captions: readonly string[]): Promise<StoredPicture[]>;
}

/** What a request says of a check, once it has been held against what stands. */
export interface SaidCheck {
  readonly fields: Fields;
  /** Where it was made; null where the vehicle is at no depot in sight. */
  readonly depotId: number | null;
  /** What was asked; null for questions of the sender's own. */
  readonly templateId: number | null;
  readonly before: CameBefore | null;
}

interface PreparedCheck extends Omit<NewCheck, 'signatureId' | 'defectId'> {
  readonly captions: readonly string[];
  readonly before: CameBefore | null;
}

/**
 * The driver that a request names; without one, whoever sends it.
 *
 * @throws HttpError 400 beside `driver` for one who is unknown, out of sight or of another customer
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
  const found = await beside('driver', unknown, visibleDriver(trx, viewer, driverId));
  const { driver } = await customersOf(trx, { driverId });
  if (driver !== customerId) throw refused('driver', unknown);
  return { driverId, driver: `${found.first_name} ${found.surname}`.trim() };
}

/** Driver checks (RP-27): how they come in, and how they are read. */
export class ChecksService {
  readonly #intake: Intake;

  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {
    this.#intake = new Intake(services);
  }

  /**
   * Keeps a check with its items, photographs and signature; what it found becomes the record of a
   * defect. The same request sent again answers what the first one made.
   *
   * @param depotId where it was made
   * @throws HttpError 404 for a depot out of sight, 400 beside the field for what the rules refuse,
   *   409 for a key that named another request
   */
  async create(viewer: Viewer, depotId: number, received: Received<Fields>): Promise<DriverCheck> {
    return this.take(viewer, received, `driver-check ${depotId}`, async (trx) => {
      await checkVisibleDepot(trx, viewer, depotId);
      return { fields: received.fields, depotId, templateId: null, before: null };
    });
  }

  /**
   * As {@link create}, for requests of another form.
   *
   * @param name which call, and what of it its fields do not say
   * @param compose reads a request that has not been kept before
   */
  async take<F>(
    viewer: Viewer,
    received: Received<F>,
    name: string,
    compose: (trx: Transaction) => Promise<SaidCheck>,
  ): Promise<DriverCheck> {
    const id = await this.#intake.take(viewer, received, {
      name,
      prepare: async (trx) => this.#prepare(trx, viewer, received, await compose(trx)),
      keep: (trx, prepared, pictures) => this.#keep(trx, viewer, prepared, pictures),
    });
    return this.read(viewer, id);
  }

  /** @throws HttpError 404 for a check that is not there or out of sight */
  async read(viewer: Viewer, id: number): Promise<DriverCheck> {
    const { db, files } = this.services;
    return db.asViewer(viewer, async (trx) => {
      const row = await visibleCheck(trx, viewer, id);
      if (row === undefined) throw notFound();
      const photographs = await photographsOf(trx, 'driver_check_record_id', id);
      return toDriverCheck(row, photographs, await shortCheckS(trx, row.customer_id), files);
    });
  }

  async #prepare(
    trx: Transaction,
    viewer: Viewer,
    { photos, signature }: Received<unknown>,
    { fields, depotId, templateId, before }: SaidCheck,
  ): Promise<PreparedCheck> {
    const unknown = 'vehicle.missing';
    await beside('vehicle', unknown, visibleVehicle(trx, viewer, fields.vehicle));
    const whose = await customersOf(trx, { vehicleId: fields.vehicle, depotId: depotId ?? 0 });
    if (depotId !== null && whose.vehicle !== whose.depot) throw refused('vehicle', unknown);
    const driver = await namedDriver(trx, viewer, fields.driver, whose.vehicle);
    const checkedAt = pastMoment('done_at', fields.done_at);
    if ((fields.lat === undefined) !== (fields.long === undefined)) {
      throw refused(fields.lat === undefined ? 'lat' : 'long', 'validation.place_needs_both');
    }
    const items = fields.items.map(toItem);
    const language = await wordingOf(trx, whose.vehicle, viewer.language);
    return {
      customerId: whose.vehicle,
      vehicleId: fields.vehicle,
      depotId,
      templateId,
      before,
      mustTell: findingsOf(items).some(takesOffRoad),
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

  async #keep(
    trx: Transaction,
    viewer: Viewer,
    { captions, before, ...check }: PreparedCheck,
    { photos: sent, signature }: StoredPictures,
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
      fulfilledAt: null,
      schedules: false,
    });
    await keepTrail(trx, {
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
