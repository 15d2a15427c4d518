import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { must } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { badRequest, conflict } from '../../../../platform/errors.ts';
import type { Page } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import { factsOf, subjectOf, type Tracker, toTracker } from '../tracker-json.ts';
import { insertTracker, trackersOf, vehicleForTracker } from '../trackers.repository.ts';
import {
  hasSeveralCustomers,
  removeUnknownDevice,
  unknownDevices,
} from './trackers-unknown.repository.ts';

type Calls = typeof contract.trackers;

/** Unregistered devices that have tried to connect (O-21). */
export class UnknownDevicesService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'log'>) {}

  async list(viewer: Viewer, page: Page): Promise<AnswerOf<Calls['unknownDevices']>> {
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
   * Registers a device for a vehicle; its records are accepted from its next connection on.
   *
   * @throws HttpError 400 if the vehicle is not visible, 409 if the number is taken
   */
  async adopt(viewer: Viewer, wanted: BodyOf<Calls['adoptDevice']>): Promise<Tracker> {
    const { db, bus, log } = this.services;
    const tracker = await db.asViewer(viewer, async (trx) => {
      const vehicle = await vehicleForTracker(trx, viewer, wanted.vehicle);
      if (vehicle === undefined) {
        throw badRequest('validation.invalid', { errors: { vehicle: ['vehicle.unknown'] } });
      }
      const id = await insertTracker(trx, vehicle.customer_id, {
        number: wanted.identifier,
        protocol: wanted.protocol,
        model: wanted.model,
        sim: null,
        vehicle_id: vehicle.id,
        allowed_networks: [],
      });
      if (id === undefined) throw conflict('tracker.registered');
      await removeUnknownDevice(trx, wanted.identifier, wanted.protocol);
      const [row] = await trackersOf(trx, viewer, [id]);
      const made = toTracker(must(row, 'tracker.not_visible'));
      await recordChange(trx, {
        customerId: vehicle.customer_id,
        actor: await actorOf(trx, viewer),
        subject: subjectOf(made),
        action: 'created',
        before: null,
        after: factsOf(made),
      });
      return made;
    });
    bus.publish('trackers.changed', { trackerId: tracker.id });
    log.info({ userId: viewer.userId, trackerId: tracker.id }, 'device adopted');
    return tracker;
  }
}
