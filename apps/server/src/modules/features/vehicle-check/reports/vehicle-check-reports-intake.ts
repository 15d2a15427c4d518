import type { contract, FieldsOf } from '@roadworthy/contract';
import type { CheckType } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { reportDefect } from '../../defects/index.ts';
import {
  addPhotographs,
  asFieldError,
  customersOf,
  Intake,
  pastMoment,
  type Received,
  type StoredPhotos,
} from '../../records/index.ts';
import {
  ChecksService,
  captionsOf,
  durationOf,
  findingsOf,
  namedDriver,
  shortCheckS,
  toItem,
} from '../../walkaround/index.ts';
import { insertDamages, type NewDamage } from '../damages/vehicle-check-damages.repository.ts';
import { insertReport, type NewReport } from './vehicle-check-reports.repository.ts';
import { ReportsService } from './vehicle-check-reports.service.ts';
import type { ReportDetails } from './vehicle-check-reports-answer.ts';

type Fields = FieldsOf<typeof contract.walkaroundRecords.create>;

interface PreparedReport extends Omit<NewReport, 'signatureId' | 'defectId'> {
  readonly captions: readonly string[];
  readonly damages: readonly NewDamage[];
}

/** The position of a report; both coordinates or neither. */
function positionOf({ lat, long }: Fields): NewReport['position'] {
  if ((lat === undefined) !== (long === undefined)) {
    throw wrongField(lat === undefined ? 'lat' : 'long', 'validation.place_needs_both');
  }
  return lat === undefined || long === undefined ? null : { latitude: lat, longitude: long };
}

/** Captions of photographs: the item, its comment or the damage. */
function allCaptions(fields: Fields, photos: number): string[] {
  const { damages = [] } = fields;
  if (damages.some((damage) => damage.photos.some((n) => n > photos))) {
    throw wrongField('damages', 'damage.photo_not_sent');
  }
  return captionsOf(fields, photos).map((caption, n) => {
    if (caption !== '') return caption;
    return damages.find((damage) => damage.photos.includes(n + 1))?.description.slice(0, 120) ?? '';
  });
}

/** Receives reports of every type (RP-27); passes driver checks on to the records. */
export class ReportIntake {
  readonly #intake: Intake;
  readonly #checks: ChecksService;
  readonly #reports: ReportsService;

  constructor(services: Pick<Services, 'db' | 'files' | 'bus'>) {
    this.#intake = new Intake(services);
    this.#checks = new ChecksService(services);
    this.#reports = new ReportsService(services);
  }

  /**
   * Stores a report with its items, damages, photographs and signature, and creates a defect record
   * for what its items found. The same request sent again returns the first one's report.
   *
   * @param depotId depot of the report
   * @throws HttpError 404 for a depot that is not visible, 400 on the field if a rule is violated,
   *   409 for a key of a different request
   */
  async create(
    viewer: Viewer,
    depotId: number,
    received: Received<Fields>,
  ): Promise<ReportDetails> {
    const { type, damages } = received.fields;
    if (type === 'DRV') {
      if (damages !== undefined) {
        throw wrongField('damages', 'driver_check.no_damages');
      }
      const { id } = await this.#checks.create(viewer, depotId, received);
      return this.#reports.read(viewer, id);
    }
    const id = await this.#intake.take(viewer, received, {
      name: `vehicle-report ${depotId}`,
      prepare: (trx) => this.#prepare(trx, viewer, depotId, type, received),
      keep: (trx, prepared, pictures) => this.#keep(trx, viewer, prepared, pictures),
    });
    return this.#reports.read(viewer, id);
  }

  async #prepare(
    trx: Transaction,
    viewer: Viewer,
    depotId: number,
    kind: Exclude<CheckType, 'DRV'>,
    { fields, photos, signature }: Received<Fields>,
  ): Promise<PreparedReport> {
    await checkVisibleDepot(trx, viewer, depotId);
    const unknown = 'vehicle.missing';
    await asFieldError('vehicle', unknown, visibleVehicle(trx, viewer, fields.vehicle));
    const whose = await customersOf(trx, { vehicleId: fields.vehicle, depotId });
    if (whose.vehicle !== whose.depot) throw wrongField('vehicle', unknown);
    const { driverId, driver } = await namedDriver(trx, viewer, fields.driver, whose.vehicle);
    const doneAt = pastMoment('done_at', fields.done_at);
    const durationS = durationOf(doneAt, fields.started_at);
    const items = fields.items.map(toItem);
    const language = await wordingOf(trx, whose.vehicle, viewer.language);
    return {
      customerId: whose.vehicle,
      vehicleId: fields.vehicle,
      depotId,
      kind,
      doneAt,
      durationS,
      isShort: durationS !== null && durationS < (await shortCheckS(trx, whose.vehicle)),
      driverId,
      author: driver,
      place: fields.place ?? null,
      position: positionOf(fields),
      odometerM: fields.odometer ?? null,
      items,
      defects: items.filter(({ result }) => result === 'defect').length,
      declaration: fields.declaration ?? textOf(language, `vehicleCheck.declaration.${kind}`),
      signedBy: fields.signed_name ?? (signature === null ? null : driver),
      captions: allCaptions(fields, photos.length),
      damages: fields.damages ?? [],
    };
  }

  async #keep(
    trx: Transaction,
    viewer: Viewer,
    { captions: _captions, damages, ...report }: PreparedReport,
    { photos, signature }: StoredPhotos,
  ): Promise<number> {
    const actor = await actorOf(trx, viewer);
    const { customerId, vehicleId, depotId } = report;
    const defectId = await this.#defectOf(trx, viewer, report, photos);
    const signatureId = signature?.id ?? null;
    const made = await insertReport(trx, { ...report, signatureId, defectId });
    const owner = { owner: 'vehicle_report_id', recordId: made.id, shows: 'finding' } as const;
    await addPhotographs(trx, { customerId, ...owner }, photos);
    const reportedAt = report.doneAt;
    const of = { customerId, vehicleId, depotId, reportedAt, reportedBy: report.author };
    await insertDamages(trx, { ...of, reportId: made.id }, damages);
    await recordChange(trx, {
      customerId,
      actor,
      subject: { kind: 'vehicle_report', id: String(made.id), name: made.reference_number },
      action: 'created',
      before: null,
      after: {
        vehicle: vehicleId,
        depot: depotId,
        done_at: report.doneAt,
        defects: report.defects,
        damages: damages.length,
      },
    });
    return made.id;
  }

  /** The defect record of what the items found; null if there was nothing. */
  async #defectOf(
    trx: Transaction,
    viewer: Viewer,
    report: Omit<NewReport, 'signatureId' | 'defectId'>,
    photos: StoredPhotos['photos'],
  ): Promise<number | null> {
    const items = findingsOf(report.items);
    if (items.length === 0) return null;
    const { customerId, vehicleId, place, odometerM, doneAt, author } = report;
    const names = new Set(items.map(({ name }) => name));
    const shown = photos.filter(({ caption }) => names.has(caption));
    const reporter = { ...(await actorOf(trx, viewer)), userId: viewer.userId };
    return reportDefect(
      trx,
      { viewer, author: reporter, photos: shown },
      { customerId, vehicleId, place, odometerM, items, reportedAt: doneAt, reportedBy: author },
    );
  }
}
