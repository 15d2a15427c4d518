import { isTimeZone } from '@roadworthy/domain/time';
import type { Transaction } from '../../../platform/db/index.ts';
import { wrongField } from '../../../platform/errors.ts';
import { storeFile } from '../../../platform/files/index.ts';
import type { AccidentBody } from './accident-body.ts';
import {
  claimPhoto,
  insertAccidentActivity,
  insertParty,
  insertPhoto,
  insertReport,
  type NamedVehicle,
  type PhotoPlace,
} from './accidents.repository.ts';
import { filesOf, type ReportPhoto, type ReportPictures } from './report-pictures.ts';

/** A valid report, with its images stored. */
export interface CheckedReport {
  readonly customerId: number;
  readonly reportKey: string;
  readonly digest: Buffer;
  readonly body: AccidentBody;
  readonly pictures: ReportPictures;
  readonly vehicle: NamedVehicle;
}

/** Maximum length of a description in the list of the vehicle file (requirement H-52). */
const DESCRIPTION_LENGTH = 90;

async function keepPhotos(
  trx: Transaction,
  { customerId, reportKey }: CheckedReport,
  photos: readonly ReportPhoto[],
  place: Omit<PhotoPlace, 'position' | 'notes'>,
): Promise<void> {
  for (const [n, { field, notes, picture }] of photos.entries()) {
    const id =
      'id' in picture
        ? picture.id
        : await insertPhoto(trx, {
            customerId,
            reportKey,
            photoKey: field,
            fileId: picture.file.id,
          });
    const at = { ...place, position: n + 1, notes };
    const isClaimed = id !== null && (await claimPhoto(trx, customerId, reportKey, id, at));
    if (isClaimed) continue;
    throw wrongField(field, 'check.photo_missing');
  }
}

async function keepPeople(trx: Transaction, report: CheckedReport, reportId: number) {
  const { customerId, body, pictures } = report;
  for (const [kind, list] of [
    ['party', 'parties'],
    ['witness', 'witnesses'],
  ] as const) {
    for (const [n, person] of body[list].entries()) {
      const isParty = kind === 'party';
      const injured = isParty && person.injured;
      const partyId = await insertParty(trx, {
        customer_id: customerId,
        report_id: reportId,
        kind,
        position: n + 1,
        name: person.driver_name,
        phone: person.phone_number,
        registration: person.registration,
        number_in_vehicle: person.number_in_vehicle,
        injured,
        // Requirement P-169: only for injured people.
        injury_details: injured ? person.injury_details : '',
        details: person.people_property_details,
      });
      const photos = pictures.people.get(`${list}.${n}`) ?? [];
      await keepPhotos(trx, report, photos, { reportId, partyId });
    }
  }
}

/** A concurrent duplicate of the report was first; this transaction is rolled back. */
export class DuplicateReport extends Error {}

/**
 * Inserts a report with its people, photographs and activity in the vehicle file.
 *
 * @throws DuplicateReport if a concurrent duplicate was first; HttpError 400 for a photograph that
 *   was not uploaded, or was uploaded for another report
 */
export async function keepReport(
  trx: Transaction,
  report: CheckedReport,
): Promise<{ id: number; reference: string }> {
  const { customerId, body, pictures, vehicle } = report;
  const { signature, sketch, scene, people } = pictures;
  const shown = [scene, ...people.values()].flatMap(filesOf);
  for (const file of [signature, ...(sketch === null ? [] : [sketch]), ...shown]) {
    await storeFile(trx, file);
  }
  const hasPlace = body.lat !== null && body.long !== null;
  const made = await insertReport(trx, {
    customer_id: customerId,
    vehicle_id: vehicle.id,
    report_key: report.reportKey,
    digest: report.digest,
    driver_name: body.driver_name,
    driver_phone: body.driver_phone,
    happened_at: new Date(body.happened_at),
    time_zone: body.time_zone !== undefined && isTimeZone(body.time_zone) ? body.time_zone : 'UTC',
    latitude: hasPlace ? body.lat : null,
    longitude: hasPlace ? body.long : null,
    address: body.address,
    road: body.road,
    description: body.description,
    injuries: body.injuries,
    police_informed: body.police_informed,
    police_reference: body.police_informed ? body.police_reference : null,
    damage: body.damage,
    signature_file_id: signature.id,
    signed_name: body.signed_name,
    sketch_file_id: sketch?.id ?? null,
  });
  if (made === null) throw new DuplicateReport();
  await keepPhotos(trx, report, scene, { reportId: made.id, partyId: null });
  await keepPeople(trx, report, made.id);
  await insertAccidentActivity(trx, {
    id: made.id,
    reference: made.reference_number,
    customerId,
    vehicleId: vehicle.id,
    driver: body.driver_name,
    description: body.description.replace(/\s+/g, ' ').slice(0, DESCRIPTION_LENGTH),
    happenedAt: new Date(body.happened_at),
  });
  return { id: made.id, reference: made.reference_number };
}
