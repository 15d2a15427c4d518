import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import {
  isAdministrator,
  kindOf,
  tachographRequirement,
  toApiDate,
  toApiDateTime,
  type VehicleState,
} from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { forbidden, orNotFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import {
  addressFinder,
  checkVisibleDepot,
  driverOf,
  visibleDriver,
} from '../../core/fleet/index.ts';
import { openCouplingsOf } from '../../features/couplings/index.ts';
import { scheduleCounts } from '../../features/schedules/index.ts';
import { checkPlaces } from '../../features/vehicle-check/index.ts';
import {
  checkedToday,
  depotDriverPage,
  depotRow,
  depotVehiclePage,
  type IdsQuery,
  idsOf,
  offRoadOfDepot,
  sizeOf,
  theseIds,
  vehicleIdsOfDepot,
} from './depot/overviews-depot.repository.ts';
import {
  checkTotals,
  type DriverPageRow,
  driverCheckPage,
  driverRow,
  driverTripPage,
  drivingOf,
  vehiclesOfDriver,
} from './driver/overviews-driver.repository.ts';
import { openDefectsOf, openDefectsOfVehicle } from './open-defects.repository.ts';
import { maySee, partFor } from './overview-permissions.ts';
import { statusesOf } from './overview-status.repository.ts';
import {
  defectCost,
  devicesOf,
  lastCheck,
  offRoadCost,
  offRoadOf,
  vehicleRow,
} from './vehicle/overviews-vehicle.repository.ts';

type Calls = typeof contract.overviews;
type Answer<N extends keyof Calls> = AnswerOf<Calls[N]>;
type Query<N extends 'driverTrips' | 'driverChecks' | 'depotVehicles' | 'depotDrivers'> = QueryOf<
  Calls[N]
>;

const timeOrNull = (at: Date | null) => (at === null ? null : toApiDateTime(at.getTime()));
/** Money with two decimal places. */
const rounded = (amount: number) => Math.round(amount * 100) / 100;

/** Contact and licence: for administrators and for the driver. */
function personalOf(viewer: Viewer, row: DriverPageRow): Answer<'driver'>['personal'] {
  if (!isAdministrator(viewer) && !row.is_self) return null;
  const { email, phone, licence_number, licence_categories } = row;
  const { licence_expires_on, tachograph_card_expires_on, cpc_expires_on } = row;
  return {
    email,
    phone,
    licence_number,
    licence_categories,
    licence_expires_on,
    tachograph_card_expires_on,
    cpc_expires_on,
  };
}

/** The state of a vehicle; null without permission. */
const statusOf = (trx: Transaction, viewer: Viewer, id: number) =>
  partFor(viewer, 'status', async () => {
    const statuses = await statusesOf(trx, [id], addressFinder(viewer.distanceUnit));
    return statuses.get(id) ?? null;
  });

/** The trailers of a vehicle, and the vehicle of a trailer with its place if the trailer reports none. */
async function combinationOf(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  isUntracked: boolean,
): Promise<Pick<Answer<'vehicle'>, 'coupled_to' | 'trailers'>> {
  const open = await openCouplingsOf(trx, viewer, id);
  const puller = open.find(({ trailer_id }) => trailer_id === id);
  return {
    trailers: open
      .filter(({ vehicle_id }) => vehicle_id === id)
      .sort((one, other) => one.position - other.position)
      .map(({ coupled_at, trailer, trailer_id }) => ({
        id: trailer_id,
        registration: trailer,
        coupled_at: toApiDateTime(coupled_at.getTime()),
      })),
    coupled_to:
      puller === undefined
        ? null
        : {
            id: puller.vehicle_id,
            registration: puller.registration,
            coupled_at: toApiDateTime(puller.coupled_at.getTime()),
            status: isUntracked ? await statusOf(trx, viewer, puller.vehicle_id) : null,
          },
  };
}

/** The states of the vehicles with a tracker, by id. */
async function statesOf(trx: Transaction, vehicleIds: IdsQuery) {
  const statuses = await statusesOf(trx, await idsOf(trx, vehicleIds), () => null);
  return new Map(
    [...statuses].flatMap(([id, { is_untracked, state }]): [number, VehicleState][] =>
      is_untracked === undefined ? [[id, state]] : [],
    ),
  );
}

/** The ids of the vehicles that a figure of a state counts. */
async function inState(trx: Transaction, vehicleIds: IdsQuery, wanted: VehicleState) {
  const states = await statesOf(trx, vehicleIds);
  const ids = [...states].filter(([, state]) => state === wanted).map(([id]) => id);
  return theseIds(ids);
}

/** The checks of a driver in total, and where the newest is. */
async function checksOf(
  trx: Transaction,
  viewer: Viewer,
  { last_at, last_id, ...counts }: Awaited<ReturnType<typeof checkTotals>>,
): Promise<Answer<'driver'>['checks']> {
  const places = await checkPlaces(trx, viewer, last_id === null ? [] : [last_id]);
  return { ...counts, last_at: timeOrNull(last_at), last: places.get(last_id ?? 0) ?? null };
}

/** The pages of a vehicle, a driver and a depot. */
export class OverviewsService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 if the vehicle is unknown or not visible */
  vehicle(viewer: Viewer, id: number): Promise<Answer<'vehicle'>> {
    return this.db.asViewer(viewer, async (trx) => {
      const row = orNotFound(await vehicleRow(trx, viewer, id));
      const { driver_id, first_name, surname, has_unit, ...vehicle } = row;
      const today = toApiDate(Date.now(), 'UTC');
      const { isRequired, reason, article } = tachographRequirement(row, today);
      const status = await statusOf(trx, viewer, id);
      const offRoad = await partFor(viewer, 'offRoad', () => offRoadOf(trx, id));
      const offRoadTotal = await partFor(viewer, 'offRoad', () => offRoadCost(trx, id));
      const defectTotal = await partFor(viewer, 'defects', () => defectCost(trx, id));
      return {
        ...vehicle,
        kind: kindOf(vehicle.type, vehicle.kind),
        tachograph: { is_required: isRequired, reason, article },
        driver: driverOf({ driver_id, first_name, surname }),
        status,
        ...(await combinationOf(trx, viewer, id, status?.is_untracked === true)),
        schedule: await partFor(viewer, 'schedule', () =>
          scheduleCounts(trx, viewer, { vehicleId: id }),
        ),
        defects: await partFor(viewer, 'defects', () => openDefectsOfVehicle(trx, id)),
        off_road:
          offRoad === null || offRoad.cost === null
            ? offRoad
            : { ...offRoad, cost: rounded(offRoad.cost) },
        check: await partFor(viewer, 'checks', () => lastCheck(trx, viewer, id)),
        costs: {
          off_road: offRoadTotal === null ? null : rounded(offRoadTotal),
          defects: defectTotal === null ? null : rounded(defectTotal),
        },
        devices: await partFor(viewer, 'administration', () => devicesOf(trx, id)),
      };
    });
  }

  /** @throws HttpError 404 if the driver is unknown or not visible */
  driver(viewer: Viewer, id: number): Promise<Answer<'driver'>> {
    return this.db.asViewer(viewer, async (trx) => {
      const row = orNotFound(await driverRow(trx, viewer, id));
      const vehicles = await vehiclesOfDriver(trx, viewer, id);
      const ids = vehicles.map((vehicle) => vehicle.id);
      const address = addressFinder(viewer.distanceUnit);
      const statuses = await partFor(viewer, 'status', () => statusesOf(trx, ids, address));
      const checks = await partFor(viewer, 'checks', () => checkTotals(trx, viewer, id));
      return {
        id,
        first_name: row.first_name,
        surname: row.surname,
        category: row.category,
        archived: row.archived,
        customer_name: row.customer_name,
        vehicles: vehicles.map((vehicle) => ({
          id: vehicle.id,
          registration: vehicle.registration,
          type: vehicle.type,
          status: statuses?.get(vehicle.id) ?? null,
        })),
        personal: personalOf(viewer, row),
        checks: checks === null ? null : await checksOf(trx, viewer, checks),
        driving: await partFor(viewer, 'trips', () => drivingOf(trx, viewer, id)),
      };
    });
  }

  /** @throws HttpError 404 if the driver is unknown or not visible */
  driverTrips(viewer: Viewer, id: number, query: Query<'driverTrips'>) {
    return this.db.asViewer(viewer, async (trx): Promise<Answer<'driverTrips'>> => {
      await visibleDriver(trx, viewer, id);
      const rows = await driverTripPage(trx, viewer, id, Number(query.days), pageOf(query));
      const address = addressFinder(viewer.distanceUnit);
      return {
        count: rows[0]?.count ?? 0,
        results: rows.map((row) => ({
          vehicle: { id: row.vehicle_id, registration: row.registration },
          start_time: toApiDateTime(row.started_ms),
          end_time: toApiDateTime(row.ended_ms),
          in_progress: row.in_progress,
          start_address: address(row.start_latitude, row.start_longitude),
          end_address: address(row.end_latitude, row.end_longitude),
          distance: row.distance_m,
          driving_time: row.driving_s,
        })),
      };
    });
  }

  /** @throws HttpError 404 if the driver is unknown or not visible */
  driverChecks(viewer: Viewer, id: number, query: Query<'driverChecks'>) {
    return this.db.asViewer(viewer, async (trx): Promise<Answer<'driverChecks'>> => {
      await visibleDriver(trx, viewer, id);
      const filter = { days: Number(query.days), hasDefects: query.defects === 'true' };
      const rows = await driverCheckPage(trx, viewer, id, filter, pageOf(query));
      const places = await checkPlaces(
        trx,
        viewer,
        rows.map((row) => row.id),
      );
      return {
        count: rows[0]?.count ?? 0,
        results: rows.map((row) => ({
          id: row.id,
          reference_number: row.reference_number,
          vehicle: { id: row.vehicle_id, registration: row.registration },
          done_at: toApiDateTime(row.done_at.getTime()),
          check: orNotFound(places.get(row.id)),
          defects: row.defects,
          defect:
            row.defect_id === null
              ? null
              : { id: row.defect_id, reference_number: row.defect_number ?? '' },
        })),
      };
    });
  }

  /** @throws HttpError 404 if the depot is unknown or not visible */
  depot(viewer: Viewer, id: number): Promise<Answer<'depot'>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { latitude, longitude, ...depot } = orNotFound(await depotRow(trx, viewer, id));
      const vehicleIds = vehicleIdsOfDepot(trx, viewer, id);
      const offRoad = await partFor(viewer, 'offRoad', () => offRoadOfDepot(trx, vehicleIds));
      return {
        ...depot,
        ...(await sizeOf(trx, vehicleIds)),
        place: latitude === null || longitude === null ? null : { lat: latitude, long: longitude },
        states: await partFor(viewer, 'status', async () => {
          const counts = { moving: 0, idle: 0, stopped: 0, offline: 0, private: 0 };
          for (const state of (await statesOf(trx, vehicleIds)).values()) counts[state] += 1;
          return counts;
        }),
        schedule: await partFor(viewer, 'schedule', () =>
          scheduleCounts(trx, viewer, { depotId: id }),
        ),
        defects: await partFor(viewer, 'defects', () => openDefectsOf(trx, vehicleIds)),
        off_road: offRoad === null ? null : { ...offRoad, cost: rounded(offRoad.cost) },
        checks: await partFor(viewer, 'checks', () => checkedToday(trx, vehicleIds)),
      };
    });
  }

  /** @throws HttpError 404 if the depot is unknown or not visible */
  depotVehicles(viewer: Viewer, id: number, query: Query<'depotVehicles'>) {
    return this.db.asViewer(viewer, async (trx): Promise<Answer<'depotVehicles'>> => {
      await checkVisibleDepot(trx, viewer, id);
      if (query.state !== undefined && !maySee(viewer, 'status')) throw forbidden('access.denied');
      const found = vehicleIdsOfDepot(trx, viewer, id);
      const vehicleIds = query.state === undefined ? found : await inState(trx, found, query.state);
      const rows = await depotVehiclePage(trx, vehicleIds, pageOf(query));
      const ids = rows.map((row) => row.id);
      const address = addressFinder(viewer.distanceUnit);
      const statuses = maySee(viewer, 'status') ? await statusesOf(trx, ids, address) : null;
      return {
        count: rows[0]?.count ?? 0,
        results: rows.map((row) => ({
          id: row.id,
          registration: row.registration,
          type: row.type,
          driver: driverOf(row),
          status: statuses?.get(row.id) ?? null,
        })),
      };
    });
  }

  /** @throws HttpError 404 if the depot is unknown or not visible */
  depotDrivers(viewer: Viewer, id: number, query: Query<'depotDrivers'>) {
    return this.db.asViewer(viewer, async (trx): Promise<Answer<'depotDrivers'>> => {
      await checkVisibleDepot(trx, viewer, id);
      const rows = await depotDriverPage(trx, vehicleIdsOfDepot(trx, viewer, id), pageOf(query));
      return {
        count: rows[0]?.count ?? 0,
        results: rows.map((row) => ({
          id: row.id,
          first_name: row.first_name,
          surname: row.surname,
          vehicle: { id: row.vehicle_id, registration: row.registration },
        })),
      };
    });
  }
}
