import type { DeviceFrame } from '@roadworthy/protocols';
import type pg from 'pg';
import type { Log } from '../platform/log/index.ts';
import type { Owner } from './position-row.ts';
import type { ProtocolName } from './unknown-devices.ts';

const FLUSH_EVERY_MS = 2000;
/** Rows a flush writes at most: keeping frames never costs more than this, however many devices send. */
const ROWS_AT_ONCE = 500;
/** Frames of one device that wait for the next flush; older ones give way. */
const WAITING_PER_DEVICE = 20;
/** Frames that wait in all. */
const WAITING_IN_ALL = 20_000;
/** Longest part of a frame that is kept: a picture's packets are not what support needs. */
const MAX_FRAME_BYTES = 4096;

interface FrameRow {
  readonly owner: Owner;
  readonly protocol: ProtocolName;
  readonly frame: DeviceFrame;
  readonly receivedMs: number;
}

interface Urgent {
  readonly row: FrameRow;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

const INSERT = `
insert into raw_frames (customer_id, tracker_id, vehicle_id, protocol, kind, understood, offset_min,
  received_at, content)
select t.customer_id, t.id, v.id, f.protocol, f.kind, f.understood, f.offset_min,
  to_timestamp(f.received_ms / 1000.0), f.content
from unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::bool[], $6::int[], $7::float8[], $8::bytea[])
  as f(tracker_id, vehicle_id, protocol, kind, understood, offset_min, received_ms, content)
join trackers t on t.id = f.tracker_id
join vehicles v on v.id = f.vehicle_id`;

/**
 * Keeps the last frames of each device. Understood ones wait in memory and are written in batches, off the
 * path of acknowledgement; one that is not understood is written before its device is acknowledged.
 */
export class RawFrames {
  readonly #waiting = new Map<number, FrameRow[]>();
  #count = 0;
  #urgent: Urgent[] = [];
  #writing: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;

  /** @param isKept false where the installation keeps no frames */
  constructor(
    private readonly pool: pg.Pool,
    private readonly log: Log,
    private readonly isKept: boolean,
  ) {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** Notes a frame for the next flush. */
  note(owner: Owner, protocol: ProtocolName, frame: DeviceFrame): void {
    if (!this.isKept) return;
    const waiting = this.#waiting.get(owner.trackerId);
    if (waiting === undefined && this.#count >= WAITING_IN_ALL) return;
    const row = toRow(owner, protocol, frame);
    if (waiting === undefined) {
      this.#waiting.set(owner.trackerId, [row]);
      this.#count += 1;
      return;
    }
    waiting.push(row);
    if (waiting.length > WAITING_PER_DEVICE || this.#count >= WAITING_IN_ALL) waiting.shift();
    else this.#count += 1;
  }

  /**
   * Keeps a frame at once; resolves when it is stored. Frames that come meanwhile share one statement.
   *
   * @throws what the database says
   */
  async keep(owner: Owner, protocol: ProtocolName, frame: DeviceFrame): Promise<void> {
    if (!this.isKept) return;
    const row = toRow(owner, protocol, frame);
    const stored = new Promise<void>((done, failed) => this.#urgent.push({ row, done, failed }));
    void this.#writeUrgent();
    await stored;
  }

  async #writeUrgent(): Promise<void> {
    if (this.#writing !== null) return;
    while (this.#urgent.length > 0) {
      const batch = this.#urgent.splice(0, ROWS_AT_ONCE);
      this.#writing = this.#insert(batch.map(({ row }) => row));
      try {
        await this.#writing;
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      } finally {
        this.#writing = null;
      }
    }
  }

  /** Writes waiting frames up to the bound, those of the devices that wait longest first. */
  async flush(): Promise<void> {
    const batch: FrameRow[] = [];
    for (const [trackerId, rows] of this.#waiting) {
      if (batch.length > 0 && batch.length + rows.length > ROWS_AT_ONCE) break;
      batch.push(...rows);
      this.#waiting.delete(trackerId);
    }
    this.#count -= batch.length;
    if (batch.length === 0) return;
    await this.#insert(batch).catch((error) => {
      this.log.debug({ err: error }, 'raw frames could not be kept');
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    while (this.#count > 0) await this.flush();
  }

  async #insert(rows: readonly FrameRow[]): Promise<void> {
    const column = <T>(of: (row: FrameRow) => T): T[] => rows.map(of);
    await this.pool.query({
      name: 'keep-raw-frames',
      text: INSERT,
      values: [
        column(({ owner }) => owner.trackerId),
        column(({ owner }) => owner.vehicleId),
        column(({ protocol }) => protocol),
        column(({ frame }) => frame.kind),
        column(({ frame }) => frame.understood),
        column(({ frame }) => frame.offsetMin),
        column(({ receivedMs }) => receivedMs),
        column(({ frame }) => frame.bytes),
      ],
    });
  }
}

/** The row of a frame, with a copy of its bytes: the chunk belongs to the socket. */
function toRow(owner: Owner, protocol: ProtocolName, frame: DeviceFrame): FrameRow {
  const bytes = Buffer.from(frame.bytes.subarray(0, MAX_FRAME_BYTES));
  return { owner, protocol, frame: { ...frame, bytes }, receivedMs: Date.now() };
}
