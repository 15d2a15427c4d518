import type { Viewer } from '../../../platform/auth/index.ts';
import type { Bus } from '../../../platform/bus/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/paging.ts';
import { customerOfVehicle } from '../../core/vehicles/index.ts';
import { trackRows } from '../tracking/index.ts';
import {
  addMessage,
  expireMessages,
  type MessageRow,
  messagesOf,
  trackerForText,
} from './messages.repository.ts';

/** Messages expire after a week: a device that connects later should not show outdated texts. */
const WAITS_FOR_MS = 7 * 86_400_000;

const utc = (time: Date | null) => time?.toISOString() ?? null;

function toMessage(row: MessageRow) {
  return {
    id: Number(row.id),
    vehicle: row.vehicle_id,
    message: row.message,
    state: row.state,
    created_at: row.created_at.toISOString(),
    sent_at: utc(row.sent_at),
    delivered_at: utc(row.delivered_at),
    answer: row.answer,
    failure: row.failure,
  };
}

/** Messages to vehicles (requirements M-05, M-P04). The gateway delivers them. */
export class MessagesService {
  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
  ) {}

  /**
   * Stores a message for a vehicle's device; it waits until the device is connected.
   *
   * @param text 1 to 160 characters
   * @throws HttpError 404 for a vehicle that the viewer cannot see
   */
  async send(viewer: Viewer, vehicleId: number, text: string) {
    const sent = await this.db.asViewer(viewer, async (trx) => {
      await this.#mustSee(trx, viewer, vehicleId);
      const tracker = await trackerForText(trx, vehicleId);
      const failure =
        tracker === null ? 'no_tracker' : tracker.takesText ? null : ('not_supported' as const);
      const id = await addMessage(trx, {
        customerId: await customerOfVehicle(trx, vehicleId),
        vehicleId,
        trackerId: tracker?.id ?? null,
        message: text,
        userId: viewer.userId,
        failure,
      });
      return { id, trackerId: tracker?.id ?? null, failure };
    });
    if (sent.failure !== null) return { id: sent.id, state: 'failed' as const };
    if (sent.trackerId !== null) this.bus.publish('messages.queued', { trackerId: sent.trackerId });
    return { id: sent.id, state: 'queued' as const };
  }

  /**
   * The messages to a vehicle with their delivery states.
   *
   * @throws HttpError 404 for a vehicle that the viewer cannot see
   */
  async list(viewer: Viewer, vehicleId: number, page: Page) {
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      await this.#mustSee(trx, viewer, vehicleId);
      return messagesOf(trx, vehicleId, page);
    });
    return { count, results: rows.map(toMessage) };
  }

  /** Expires messages whose device did not connect for a week. */
  async expire(nowMs: number): Promise<number> {
    return this.db.asSystem((trx) => expireMessages(trx, new Date(nowMs - WAITS_FOR_MS)));
  }

  async #mustSee(trx: Transaction, viewer: Viewer, vehicleId: number): Promise<void> {
    orNotFound((await trackRows(trx, viewer, { vehicleId }))[0]);
  }
}
