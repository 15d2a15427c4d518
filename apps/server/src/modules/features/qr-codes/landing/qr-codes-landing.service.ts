import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { customPageTexts, noCustomTexts } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { notFound, orNotFound, wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { signedReportAddress } from '../../records/index.ts';
import { latestDriverCheck } from '../../walkaround/index.ts';
import { GuessGuard } from './guess-guard.ts';
import {
  type LatestActivityRow,
  latestActivities,
  type VisitedVehicle,
  vehicleOfCode,
  vehiclesOfRegistration,
} from './qr-codes-landing.repository.ts';

type Calls = typeof contract.qrCodes;
export type LandingQuery = QueryOf<Calls['documentLatest']>;
type Activity = AnswerOf<Calls['documentLatest']>['latest_vehicle_activities'][number];

/** Activity types on the page, in display order (OP-083). */
const REFERENCES = ['MOT', 'SAFETY_INSPECTION', 'VTG7'] as const;
const NO_CHECK = 'qr_code.no_driver_check';
const NO_CODE = 'qr_code.not_valid';

/** A vehicle, and whether the visitor has proved to know more than its public registration. */
interface Visit {
  readonly vehicle: VisitedVehicle;
  readonly isKnown: boolean;
}

/** Data of the public page of a vehicle (area J). */
export class LandingService {
  readonly #guesses = new GuessGuard();

  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'config'>) {}

  /**
   * The newest MOT, safety inspection and plating certificate. The result for an unknown
   * registration is the same as for a vehicle without documents, so that the page does not reveal
   * which vehicles exist.
   *
   * @throws HttpError 404 for an unknown code, 400 without code and registration
   */
  async documents(query: LandingQuery): Promise<AnswerOf<Calls['documentLatest']>> {
    const visit = await this.#visit(query);
    if (visit === null) {
      return { latest_vehicle_activities: [], vehicle: null, own_texts: noCustomTexts() };
    }
    const { vehicle, isKnown } = visit;
    const { rows, texts } = await this.#asCustomer(vehicle, async (trx) => ({
      rows: await latestActivities(trx, vehicle.id, REFERENCES),
      // Custom texts reveal the customer of the vehicle.
      texts: isKnown ? await customPageTexts(trx, vehicle.customerId, 'public') : noCustomTexts(),
    }));
    return {
      latest_vehicle_activities: rows.map((row) => this.#activity(visit, row)),
      vehicle: isKnown ? { id: vehicle.id, registration: vehicle.registration } : null,
      own_texts: texts,
    };
  }

  /**
   * The latest driver check.
   *
   * @throws HttpError as {@link documents}; 404 without a driver check or vehicle (OP-042)
   */
  async driverCheck(query: LandingQuery): Promise<AnswerOf<Calls['driverCheckLatest']>> {
    const visit = await this.#visit(query);
    if (visit === null) throw notFound(NO_CHECK);
    const { vehicle, isKnown } = visit;
    const check = orNotFound(
      await this.#asCustomer(vehicle, (trx) => latestDriverCheck(trx, { vehicleId: vehicle.id })),
      NO_CHECK,
    );
    return {
      driver_check_id: check.id,
      date: toApiDateTime(check.checkedAt.getTime()),
      pdf: isKnown ? this.#report('driver-check', check.id) : null,
    };
  }

  #report(kind: 'driver-check' | 'inspection', id: number): string {
    return signedReportAddress(this.services.config.sessionSecret, kind, id);
  }

  /** Runs `work` with the rights of the vehicle's customer only. */
  #asCustomer<T>({ customerId }: VisitedVehicle, work: (trx: Transaction) => Promise<T>) {
    return this.services.db.asViewer({ customerId, isGlobalAdmin: false }, work);
  }

  #activity({ vehicle, isKnown }: Visit, row: LatestActivityRow): Activity {
    const { record_id: recordId, file_id: fileId, reference } = row;
    const hasReport = isKnown && reference === 'SAFETY_INSPECTION' && recordId !== null;
    return {
      activity_type: { reference, name: row.name },
      description: isKnown ? row.description : '',
      date: toApiDateTime(row.document_at.getTime()),
      status: isKnown ? row.status : '',
      document:
        isKnown && fileId !== null
          ? this.services.files.signedAddress(fileId, { reader: 'qr', isDownload: true })
          : null,
      record_id: recordId,
      vehicle: { registration: vehicle.registration },
      reference_number: isKnown ? row.reference_number : null,
      pdf: hasReport ? this.#report('inspection', recordId) : null,
    };
  }

  /** The requested vehicle; null for a registration that is unknown or not unique. */
  async #visit({ qrid, registration, vehicle_id: vehicleId }: LandingQuery): Promise<Visit | null> {
    const { db } = this.services;
    if (qrid !== undefined) {
      const vehicle = orNotFound(await db.asSystem((trx) => vehicleOfCode(trx, qrid)), NO_CODE);
      return { vehicle, isKnown: true };
    }
    if (registration === undefined) {
      throw wrongField('registration', 'qr_code.no_registration');
    }
    const plate = registration.replaceAll(' ', '').toUpperCase();
    const found = await db.asSystem((trx) => vehiclesOfRegistration(trx, plate));
    const own = this.#byId(plate, found, vehicleId);
    if (own !== undefined) return { vehicle: own, isKnown: true };
    const [vehicle, second] = found;
    return vehicle === undefined || second !== undefined ? null : { vehicle, isKnown: false };
  }

  #byId(plate: string, found: readonly VisitedVehicle[], vehicleId: number | undefined) {
    if (vehicleId === undefined || !this.#guesses.mayTry(plate, Date.now())) return undefined;
    const own = found.find(({ id }) => id === vehicleId);
    if (own === undefined && found.length > 0) this.#guesses.recordMiss(plate, Date.now());
    return own;
  }
}
