import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { isDoubtfulImei } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { fieldConflict, notFound, orNotFound } from '../../../platform/errors.ts';
import { isNetwork } from '../../../platform/networks.ts';
import { pageOf } from '../../../platform/paging.ts';
import {
  type ArchivableRow,
  allOf,
  archiveRows,
  idsOf,
  recordRow,
} from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import type { ReportFile } from '../../../platform/tables/index.ts';
import { listFile } from '../../../platform/tables/index.ts';
import { customerFor, refusingTaken, throwIfInvalid } from '../customers/index.ts';
import { factsOf, subjectOf, type Tracker, toTracker } from './tracker-json.ts';
import { TRACKER_COLUMNS } from './trackers.columns.ts';
import {
  connectionsOfTracker,
  fittingsOfTracker,
  insertTracker,
  type TrackerColumns,
  trackerPage,
  trackersOf,
  vehicleForTracker,
  writeTracker,
  writeTrackersArchived,
} from './trackers.repository.ts';

type Calls = typeof contract.trackers;
type Body = BodyOf<Calls['create']>;

/** The error must not reveal which customer has the number. */
function refuseNumber(): never {
  throw fieldConflict('tracker', 'tracker.registered');
}

const columnsOf = ({ tracker, protocol, model, sim, vehicle, ...more }: Body): TrackerColumns => ({
  number: tracker,
  protocol,
  model,
  sim: sim === '' ? null : sim,
  vehicle_id: vehicle,
  allowed_networks: more.allowed_networks,
});

async function visibleTracker(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  { hold }: { readonly hold: boolean } = { hold: false },
): Promise<Tracker> {
  const row = orNotFound((await trackersOf(trx, viewer, [id], { hold }))[0]);
  return toTracker(row);
}

const described = (tracker: Tracker): ArchivableRow => ({
  customerId: tracker.customer,
  subject: subjectOf(tracker),
  facts: factsOf(tracker),
  isArchived: tracker.is_archived,
  kept: { vehicle: tracker.registration },
});

/** Refuses a number that looks mistyped, if the caller wants that check, and invalid networks. */
function checkFields({ tracker, protocol, verify_imei: isAsked, ...more }: Body): void {
  if (isAsked === true && isDoubtfulImei(tracker, protocol)) {
    throwIfInvalid({ tracker: ['tracker.imei_check_digit'] });
  }
  const networks = more.allowed_networks;
  const network = networks.find((one) => !isNetwork(one));
  if (network === undefined) return;
  throwIfInvalid({ allowed_networks: [{ code: 'tracker.network_invalid', params: { network } }] });
}

/** Refuses a vehicle that is of another customer, not visible or archived. */
async function checkVehicle(trx: Transaction, viewer: Viewer, customerId: number, body: Body) {
  if (body.vehicle === null) return;
  const vehicle = await vehicleForTracker(trx, viewer, body.vehicle);
  if (vehicle?.customer_id !== customerId) {
    throwIfInvalid({ vehicle: ['vehicle.unknown'] });
  }
}

/** Trackers of a customer (R-141 to R-144, O-21). */
export class TrackersService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus'>) {}

  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, isLimit, rows } = await this.services.db.asViewer(viewer, (trx) =>
      trackerPage(trx, viewer, pageOf(query), query.archived),
    );
    return { count, count_is_limit: isLimit, results: rows.map(toTracker) };
  }

  /**
   * The list as a file.
   *
   * @throws HttpError 400 if there are more rows than a file may have
   */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    const first = pageOf({ ...query, page: 1, pageSize: 1 });
    return this.services.db.asViewer(viewer, (trx) =>
      listFile(trx, viewer, first, query.format, {
        title: 'administration.list.trackers',
        stem: 'trackers',
        columns: TRACKER_COLUMNS,
        rows: async (page) =>
          (await trackerPage(trx, viewer, page, query.archived)).rows.map(toTracker),
      }),
    );
  }

  /** @throws HttpError 404 for a tracker that is unknown or not visible */
  read(viewer: Viewer, id: number): Promise<Tracker> {
    return this.services.db.asViewer(viewer, (trx) => visibleTracker(trx, viewer, id));
  }

  /**
   * Registers a tracker.
   *
   * @throws HttpError 400 with the invalid fields, 409 for a number that is registered
   */
  async create(viewer: Viewer, body: Body): Promise<Tracker> {
    const made = await this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, body.customer);
      checkFields(body);
      await checkVehicle(trx, viewer, customerId, body);
      const id = await insertTracker(trx, customerId, columnsOf(body));
      if (id === undefined) refuseNumber();
      const tracker = await visibleTracker(trx, viewer, id);
      await recordRow(trx, viewer, described, null, tracker);
      return tracker;
    });
    this.services.bus.publish('trackers.changed', { trackerId: made.id });
    return made;
  }

  /**
   * Changes a tracker that is not archived. A new vehicle applies from now on.
   *
   * @throws HttpError as {@link create}; 404 for a tracker that is unknown or not visible
   */
  async change(viewer: Viewer, id: number, body: Body): Promise<Tracker> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const before = await visibleTracker(trx, viewer, id, { hold: true });
      if (before.is_archived) throw notFound();
      if (body.customer !== undefined && body.customer !== before.customer) {
        throwIfInvalid({ customer: ['tracker.customer_fixed'] });
      }
      checkFields(body);
      if (body.vehicle !== before.vehicle) {
        await checkVehicle(trx, viewer, before.customer, body);
      }
      await writeTracker(trx, id, columnsOf(body));
      const after = await visibleTracker(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return after;
    });
    const changed = await refusingTaken(work, refuseNumber);
    this.services.bus.publish('trackers.changed', { trackerId: id });
    return changed;
  }

  /**
   * Archives or restores trackers; all or none.
   *
   * @throws HttpError 404 if one is not visible
   */
  async archive(viewer: Viewer, ids: readonly number[], isArchived: boolean): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const rows = await allOf(ids, (wanted) => trackersOf(trx, viewer, wanted, { hold: true }));
      const trackers = rows.map(toTracker);
      await archiveRows(trx, viewer, described, trackers, isArchived, (concerned) =>
        writeTrackersArchived(trx, idsOf(concerned), isArchived),
      );
    });
    this.services.bus.publish('trackers.changed', { trackerId: null });
  }

  /**
   * The vehicles that a tracker was fitted to.
   *
   * @throws HttpError 404 for a tracker that is unknown or not visible
   */
  fittings(viewer: Viewer, id: number): Promise<AnswerOf<Calls['fittings']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await visibleTracker(trx, viewer, id);
      return (await fittingsOfTracker(trx, viewer, id)).map((row) => ({
        vehicle: row.vehicle,
        registration: row.registration,
        fitted_at: row.fitted_at?.toISOString() ?? null,
        removed_at: row.removed_at?.toISOString() ?? null,
      }));
    });
  }

  /**
   * Addresses from which a tracker connected.
   *
   * @throws HttpError 404 for a tracker that is unknown or not visible
   */
  connections(viewer: Viewer, id: number): Promise<AnswerOf<Calls['connections']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await visibleTracker(trx, viewer, id);
      return (await connectionsOfTracker(trx, id)).map((row) => ({
        ...row,
        connected_at: row.connected_at.toISOString(),
        disconnected_at: row.disconnected_at?.toISOString() ?? null,
      }));
    });
  }
}
