import type { BodyOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../platform/auth/index.ts';
import { badRequest, conflict } from '../../platform/errors.ts';
import type { Page } from '../../platform/paging.ts';
import type { Services } from '../../platform/services.ts';
import {
  hasSeveralCustomers,
  insertTracker,
  removeUnknownDevice,
  type TrackerRow,
  trackers,
  unknownDevices,
  vehicleForTracker,
} from './repository.ts';

function toTracker(row: TrackerRow) {
  return {
    id: row.id,
    tracker: row.number,
    permission: row.permission,
    model: row.model,
    protocol: row.protocol,
    sim: row.sim,
    vehicle: row.vehicle_id,
    registration: row.registration,
    last_seen: row.last_seen_at?.toISOString() ?? null,
    device_fault: row.clock_fault,
    customer: row.customer_id,
  };
}

export class AdministrationService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'log'>) {}

  /** The customer's trackers. */
  async trackers(viewer: Viewer, page: Page) {
    const { count, rows } = await this.services.db.asViewer(viewer, (trx) =>
      trackers(trx, viewer, page),
    );
    return { count, results: rows.map(toTracker) };
  }

  /** Devices that knocked and are not registered. */
  async unknownDevices(viewer: Viewer, page: Page) {
    const { db } = this.services;
    const seesAll = viewer.isGlobalAdmin || !(await db.asSystem(hasSeveralCustomers));
    const { count, rows } = await db.asViewer(viewer, (trx) => unknownDevices(trx, page, seesAll));
    return {
      count,
      results: rows.map((row) => ({
        identifier: row.identifier,
        protocol: row.protocol,
        first_seen: row.first_seen_at.toISOString(),
        last_seen: row.last_seen_at.toISOString(),
        attempts: row.attempts,
      })),
    };
  }

  /**
   * Registers a device for a vehicle; its records are accepted from its next try on.
   *
   * @throws HttpError 400 where the vehicle is not one of the viewer's, 409 where the number is taken
   */
  async adopt(viewer: Viewer, wanted: BodyOf<typeof contract.administration.adoptDevice>) {
    const { db, bus, log } = this.services;
    const tracker = await db.asViewer(viewer, async (trx) => {
      const vehicle = await vehicleForTracker(trx, viewer, wanted.vehicle);
      if (vehicle === undefined) {
        const errors = { vehicle: ['This vehicle is not known'] };
        throw badRequest('Field(s) are invalid', { errors });
      }
      const made = await insertTracker(trx, {
        customer_id: vehicle.customer_id,
        number: wanted.identifier,
        protocol: wanted.protocol,
        model: wanted.model,
        vehicle_id: vehicle.id,
      });
      if (made === undefined) throw conflict('A device with this number is registered already.');
      await removeUnknownDevice(trx, wanted.identifier, wanted.protocol);
      return made;
    });
    bus.publish('trackers.changed', { trackerId: tracker.id });
    log.info({ userId: viewer.userId, trackerId: tracker.id }, 'device adopted');
    return toTracker(tracker);
  }
}
