import type { DeviceRecord } from '../record.ts';
import { placeOf } from '../record.ts';
import { recordOfDraft } from '../record-draft.ts';
import { type Draft, newDraft, readTag } from './record.ts';
import { TAG } from './tags.ts';

/** The content of a packet. */
export interface GalileoskyContent {
  readonly imei: string | null;
  readonly deviceNumber: number | null;
  /** The answer to a command. */
  readonly text: string | null;
  readonly records: readonly DeviceRecord[];
  /** False if a tag of unknown length hides the rest. */
  readonly complete: boolean;
}

/** Whether a tag is the first one of the next record: a record has each tag once, in ascending order. */
function beginsRecord(tag: number, previous: number, seen: ReadonlySet<number>): boolean {
  return seen.has(tag) || (tag < previous && tag <= TAG.time && seen.has(TAG.time));
}

/** Reads consecutive tags. */
export function readTags(content: Buffer): GalileoskyContent {
  const drafts: Draft[] = [];
  let draft = newDraft();
  let seen = new Set<number>();
  let previous = 0;
  let at = 0;
  let complete = true;
  while (at < content.length) {
    const tag = content[at] as number;
    if (beginsRecord(tag, previous, seen)) {
      drafts.push(draft);
      draft = newDraft();
      seen = new Set();
    }
    seen.add(tag);
    previous = tag;
    const end = readTag(draft, tag, content, at + 1);
    if (end === null) {
      complete = false;
      break;
    }
    at = end;
  }
  drafts.push(draft);
  return contentOf(drafts, complete);
}

/** IMEI and text of the drafts, and the records of those with a time. */
function contentOf(drafts: readonly Draft[], complete: boolean): GalileoskyContent {
  const number = drafts.find(({ attributes }) => attributes.deviceNumber !== undefined);
  return {
    imei: drafts.find(({ imei }) => imei !== null)?.imei ?? null,
    deviceNumber: (number?.attributes.deviceNumber as number | undefined) ?? null,
    text: drafts.find(({ text }) => text !== null)?.text ?? null,
    records: drafts.filter(({ values }) => values.timeMs !== null).map(recordOfDraft),
    complete,
  };
}

const DAY_MS = 86_400_000;
const LONGITUDE_STEPS = 2 ** 22;
const LATITUDE_STEPS = 2 ** 21;
const MINIMAL_BYTES = 10;

/**
 * The time of a second of the year: the latest that is at most one day ahead of now.
 *
 * @returns null if the current time is unknown
 */
function timeInYear(seconds: number, nowMs: number | null): number | null {
  if (nowMs === null) return null;
  const year = new Date(nowMs).getUTCFullYear();
  const candidates = [year + 1, year, year - 1].map((one) => Date.UTC(one, 0) + seconds * 1000);
  return candidates.find((timeMs) => timeMs <= nowMs + DAY_MS) ?? null;
}

/**
 * The ten bytes at the start of a compressed record: a spare bit, 25 bits of seconds of the year,
 * one of validity (0: fix), 22 of longitude, 21 of latitude, one of alarm, the rest spare.
 */
function readMinimal(draft: Draft, content: Buffer, at: number, nowMs: number | null): void {
  const high = content.readUInt32BE(at);
  const low = content.readUIntBE(at + 4, 6);
  draft.values.timeMs = timeInYear((high >>> 6) & 0x1ff_ffff, nowMs);
  const isFix = (high & 0x20) === 0;
  const longitude = (high & 0x1f) * 2 ** 17 + Math.floor(low / 2 ** 31);
  const latitude = Math.floor(low / 2 ** 10) % LATITUDE_STEPS;
  const place = placeOf(
    (180 * latitude) / LATITUDE_STEPS - 90,
    (360 * longitude) / LONGITUDE_STEPS - 180,
  );
  Object.assign(draft.values, place, { fixValid: isFix });
  if ((Math.floor(low / 2 ** 9) & 1) === 1) draft.attributes.alarm = true;
}

/**
 * Reads compressed records: minimal data, a number of tags, the tags, then their values.
 *
 * @param nowMs current time, because a record has no year
 */
export function readCompressed(content: Buffer, nowMs: number | null): GalileoskyContent {
  const drafts: Draft[] = [];
  let at = 0;
  let complete = true;
  while (complete && at < content.length) {
    const count = content[at + MINIMAL_BYTES];
    let end: number | null = at + MINIMAL_BYTES + 1 + (count ?? 0);
    if (count === undefined || end > content.length) {
      complete = false;
      break;
    }
    const draft = newDraft();
    readMinimal(draft, content, at, nowMs);
    for (const tag of content.subarray(at + MINIMAL_BYTES + 1, end)) {
      end = readTag(draft, tag, content, end);
      if (end === null) break;
    }
    drafts.push(draft);
    complete = end !== null;
    at = end ?? content.length;
  }
  const read = contentOf(drafts, complete);
  return { ...read, records: drafts.map(recordOfDraft) };
}
