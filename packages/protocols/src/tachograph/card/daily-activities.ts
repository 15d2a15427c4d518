/**
 * `EF Driver_Activity_Data`: days of different length in a ring of bytes (appendix 1, 2.17 and
 * appendix 2, chapter 4). The records are linked by their lengths in both directions.
 */

import type { ProblemList } from '../problems.ts';
import { type ActivityChange, activityChange } from '../types/activity-change.ts';
import { encode, fields, u16, type ValueOf } from '../types/layout.ts';
import { bcd4, timeReal } from '../types/time.ts';
import type { ElementaryFile, FilePlace } from './elementary-file.ts';

const POINTERS_BYTES = 4;
const header = fields({
  previousBytes: u16,
  bytes: u16,
  date: timeReal,
  presenceCounter: bcd4,
  distanceKm: u16,
});
const MAX_CHANGES = 1440;
const MAX_DAY_BYTES = header.bytes + MAX_CHANGES * activityChange.bytes;
const DAY_S = 86_400;

export interface CardDay {
  /** 00:00 UTC of the day. */
  readonly date: string | null;
  readonly presenceCounter: number | null;
  readonly distanceKm: number;
  /** As stored; the first one gives the state at 00:00. Entries by hand can be out of order. */
  readonly changes: ActivityChange[];
}

export interface DailyActivities {
  /** Size of the ring. */
  readonly capacityBytes: number;
  /** Where the oldest day begins in the ring. */
  readonly oldestAt: number;
  /** From the oldest to the newest day. */
  readonly days: CardDay[];
}

/** The bytes of the ring, read across its end. */
class RingBytes {
  constructor(
    private readonly bytes: Uint8Array,
    /** The size of the ring as written; a file that is cut short has fewer bytes. */
    readonly capacity: number,
  ) {}

  slice(at: number, length: number): Uint8Array {
    const from = ((at % this.capacity) + this.capacity) % this.capacity;
    if (from + length <= this.capacity) return this.bytes.subarray(from, from + length);
    const first = this.bytes.subarray(from, this.capacity);
    return Buffer.concat([first, this.bytes.subarray(0, length - first.length)]);
  }
}

interface RingDay {
  readonly day: CardDay;
  readonly head: ValueOf<typeof header>;
}

/** The day at `at`; null if there is none. */
function dayAt(ring: RingBytes, at: number): RingDay | null {
  const head = header.read(ring.slice(at, header.bytes), 0);
  const isSound =
    head.bytes >= header.bytes &&
    head.bytes <= Math.min(MAX_DAY_BYTES, ring.capacity) &&
    (head.bytes - header.bytes) % activityChange.bytes === 0 &&
    head.date !== null &&
    (Date.parse(head.date) / 1000) % DAY_S === 0;
  if (!isSound) return null;
  const bytes = ring.slice(at, head.bytes);
  const changes = Array.from(
    { length: (head.bytes - header.bytes) / activityChange.bytes },
    (_, i) => activityChange.read(bytes, header.bytes + i * activityChange.bytes),
  );
  const { date, presenceCounter, distanceKm } = head;
  return { head, day: { date, presenceCounter, distanceKm, changes } };
}

interface Walk {
  readonly days: CardDay[];
  readonly reachedEnd: boolean;
}

/** From the newest day backwards. Each step consumes bytes of the ring, so that the walk ends. */
function walkBack(ring: RingBytes, newestAt: number, oldestAt: number): Walk {
  const days: CardDay[] = [];
  let at = newestAt;
  for (let used = 0; used <= ring.capacity; ) {
    const found = dayAt(ring, at);
    if (found === null) break;
    used += found.head.bytes;
    if (used > ring.capacity) break;
    days.unshift(found.day);
    if (at === oldestAt || found.head.previousBytes === 0)
      return { days, reachedEnd: at === oldestAt };
    if (found.head.previousBytes < header.bytes) break;
    at = (at - found.head.previousBytes + ring.capacity) % ring.capacity;
  }
  return { days, reachedEnd: false };
}

function walkForward(ring: RingBytes, oldestAt: number, newestAt: number): Walk {
  const days: CardDay[] = [];
  let at = oldestAt;
  for (let used = 0; used <= ring.capacity; ) {
    const found = dayAt(ring, at);
    if (found === null) break;
    used += found.head.bytes;
    if (used > ring.capacity) break;
    days.push(found.day);
    if (at === newestAt) return { days, reachedEnd: true };
    at = (at + found.head.bytes) % ring.capacity;
  }
  return { days, reachedEnd: false };
}

function report(problems: ProblemList, place: FilePlace, code: 'bad_pointer' | 'bad_record') {
  problems.add({ code, where: place.name, offset: place.offset });
}

function readDays(
  bytes: Uint8Array,
  place: FilePlace,
  problems: ProblemList,
): DailyActivities | null {
  const oldestAt = u16.read(bytes, 0);
  const newestAt = u16.read(bytes, 2);
  const capacityBytes = bytes.length - POINTERS_BYTES;
  if (capacityBytes < header.bytes) return { capacityBytes, oldestAt: 0, days: [] };
  const isOldestSound = oldestAt < capacityBytes;
  const isNewestSound = newestAt < capacityBytes;
  if (!isOldestSound || !isNewestSound) report(problems, place, 'bad_pointer');
  const ring = new RingBytes(bytes.subarray(POINTERS_BYTES), capacityBytes);
  const nothing: Walk = { days: [], reachedEnd: false };
  const forward = isOldestSound ? walkForward(ring, oldestAt, newestAt) : nothing;
  if (forward.reachedEnd) return { capacityBytes, oldestAt, days: forward.days };
  // A card that was never used has no day at its pointers.
  if (bytes.subarray(POINTERS_BYTES).every((byte) => byte === 0))
    return { capacityBytes, oldestAt, days: [] };
  report(problems, place, 'bad_record');
  const known = new Set(forward.days.map((day) => day.date));
  const back = isNewestSound ? walkBack(ring, newestAt, oldestAt) : nothing;
  const others = back.days.filter((day) => !known.has(day.date));
  return { capacityBytes, oldestAt, days: [...forward.days, ...others] };
}

export const dailyActivities: ElementaryFile<DailyActivities> = {
  read(bytes, place, problems) {
    const days = bytes.length < POINTERS_BYTES ? null : readDays(bytes, place, problems);
    if (days !== null) return { value: days };
    const { offset, name } = place;
    problems.add({
      code: 'truncated',
      where: name,
      offset,
      expectedBytes: POINTERS_BYTES,
      foundBytes: bytes.length,
    });
    return { part: {} };
  },
  write({ capacityBytes, oldestAt, days }) {
    const ring = new Uint8Array(capacityBytes);
    let at = oldestAt;
    let previousBytes = 0;
    let newestAt = oldestAt;
    for (const { changes, ...day } of days) {
      const bytes = header.bytes + changes.length * activityChange.bytes;
      const record = [
        ...encode(header, { ...day, previousBytes, bytes }),
        ...changes.flatMap((change) => [...encode(activityChange, change)]),
      ];
      for (const [i, byte] of record.entries()) ring[(at + i) % capacityBytes] = byte;
      newestAt = at;
      at = (at + bytes) % capacityBytes;
      previousBytes = bytes;
    }
    return Uint8Array.from([...encode(u16, oldestAt), ...encode(u16, newestAt), ...ring]);
  },
};
