import type { DeviceProtocol } from '@roadworthy/domain';
import type { DeviceFrame } from '@roadworthy/protocols';
import type pg from 'pg';
import type { Log } from '../platform/log/index.ts';
import type { Owner } from './position-row.ts';

const FLUSH_EVERY_MS = 2000;
/** Maximum rows per flush: limits the cost of storing frames, however many devices send. */
const ROWS_AT_ONCE = 500;
/** Maximum frames of one device that wait for the next flush; older ones are dropped. */
const WAITING_PER_DEVICE = 20;
/** Maximum frames that wait in total. */
const WAITING_IN_ALL = 20_000;
/** Maximum stored length of a frame; support does not need the packets of an image. */
const MAX_FRAME_BYTES = 4096;

/**
 * A frame with a copy of its bytes, because the chunk belongs to the socket. The row of a frame that
 * is dropped takes the next frame of its device: a new row and copy per frame would outlive the young
 * generation of the heap, and collecting them delayed every commit.
 */
class FrameRow {
  #copy = Buffer.alloc(0);
  #length = 0;
  receivedMs = 0;

  constructor(
    public owner: Owner,
    public protocol: DeviceProtocol,
    public frame: Omit<DeviceFrame, 'bytes'>,
  ) {}

  static of(owner: Owner, protocol: DeviceProtocol, frame: DeviceFrame): FrameRow {
    return new FrameRow(owner, protocol, frame).take(owner, protocol, frame);
  }

  get bytes(): Buffer {
    return this.#copy.subarray(0, this.#length);
  }

  take(owner: Owner, protocol: DeviceProtocol, frame: DeviceFrame): this {
    const { bytes, kind, understood, offsetMin } = frame;
    this.#length = Math.min(bytes.length, MAX_FRAME_BYTES);
    if (this.#copy.length < this.#length) this.#copy = Buffer.allocUnsafeSlow(this.#length);
    this.#copy.set(bytes.length > this.#length ? bytes.subarray(0, this.#length) : bytes);
    this.owner = owner;
    this.protocol = protocol;
    // Without the bytes: they would keep the whole chunk of the socket in memory.
    this.frame = { kind, understood, offsetMin };
    this.receivedMs = Date.now();
    return this;
  }
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
 * Stores the last frames of each device. Decodable ones wait in memory and are written in batches,
 * outside the path of acknowledgement; an undecodable one is written before its device is
 * acknowledged.
 */
export class RawFrames {
  readonly #waiting = new Map<number, FrameRow[]>();
  #count = 0;
  #urgent: Urgent[] = [];
  #writing: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;

  /** @param isKept false if the installation stores no frames */
  constructor(
    private readonly pool: pg.Pool,
    private readonly log: Log,
    private readonly isKept: boolean,
  ) {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** Queues a frame for the next flush. */
  note(owner: Owner, protocol: DeviceProtocol, frame: DeviceFrame): void {
    if (!this.isKept) return;
    const waiting = this.#waiting.get(owner.trackerId);
    if (waiting === undefined && this.#count >= WAITING_IN_ALL) return;
    if (waiting === undefined) {
      this.#waiting.set(owner.trackerId, [FrameRow.of(owner, protocol, frame)]);
      this.#count += 1;
      return;
    }
    const isFull = waiting.length >= WAITING_PER_DEVICE || this.#count >= WAITING_IN_ALL;
    const dropped = isFull ? waiting.shift() : undefined;
    if (dropped === undefined) this.#count += 1;
    waiting.push(dropped?.take(owner, protocol, frame) ?? FrameRow.of(owner, protocol, frame));
  }

  /**
   * Stores a frame at once; resolves when it is stored. Frames that arrive meanwhile share one
   * statement.
   *
   * @throws the database error
   */
  async keep(owner: Owner, protocol: DeviceProtocol, frame: DeviceFrame): Promise<void> {
    if (!this.isKept) return;
    const row = FrameRow.of(owner, protocol, frame);
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

  /** Writes waiting frames up to the limit, longest-waiting devices first. */
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
      this.log.debug({ err: error }, 'storing raw frames failed');
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
        column(({ bytes }) => bytes),
      ],
    });
  }
}
