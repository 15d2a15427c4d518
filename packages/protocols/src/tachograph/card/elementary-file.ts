import type { ProblemList } from '../problems.ts';
import { encode, type Layout, type u8, u16 } from '../types/layout.ts';

/** Where an elementary file is, for the problems found in it. */
export interface FilePlace {
  readonly name: string;
  readonly offset: number;
}

/** The content, or only its first members if the file is cut short. */
export type FileReading<T> = { readonly value: T } | { readonly part: Partial<T> };

export interface ElementaryFile<T> {
  read(bytes: Uint8Array, place: FilePlace, problems: ProblemList): FileReading<T>;
  write(value: T): Uint8Array;
}

export type ContentOf<F> = F extends ElementaryFile<infer T> ? T : never;

function reportLength(place: FilePlace, expected: number, found: number, problems: ProblemList) {
  if (found === expected) return;
  problems.add({
    code: found < expected ? 'truncated' : 'trailing_bytes',
    where: place.name,
    offset: place.offset,
    expectedBytes: expected,
    foundBytes: found,
  });
}

/** A file of one structure. */
export function fixed<T>(layout: Layout<T>): ElementaryFile<T> {
  return {
    read(bytes, place, problems) {
      reportLength(place, layout.bytes, bytes.length, problems);
      if (bytes.length >= layout.bytes) return { value: layout.read(bytes, 0) };
      return { part: layout.readLeading?.(bytes, 0, bytes.length) ?? {} };
    },
    write: (value) => encode(layout, value),
  };
}

function readRecords<T>(
  layout: Layout<T>,
  bytes: Uint8Array,
  from: number,
  place: FilePlace,
  problems: ProblemList,
): T[] {
  const count = Math.floor(Math.max(0, bytes.length - from) / layout.bytes);
  const rest = Math.max(0, bytes.length - from) % layout.bytes;
  if (rest > 0) reportLength(place, bytes.length - rest + layout.bytes, bytes.length, problems);
  return Array.from({ length: count }, (_, i) => layout.read(bytes, from + i * layout.bytes));
}

function writeRecords<T>(layout: Layout<T>, records: readonly T[], into: Uint8Array, from: number) {
  for (const [i, record] of records.entries()) layout.write(record, into, from + i * layout.bytes);
}

/** Records in the order of their places on the card; unused places contain empty records. */
export function records<T>(layout: Layout<T>): ElementaryFile<T[]> {
  return {
    read: (bytes, place, problems) => ({
      value: readRecords(layout, bytes, 0, place, problems),
    }),
    write(value) {
      const into = new Uint8Array(value.length * layout.bytes);
      writeRecords(layout, value, into, 0);
      return into;
    },
  };
}

export interface Ring<T> {
  /** Index of the newest record in `records`. */
  readonly newest: number;
  /** In the order of their places on the card, not of time; unused places are empty records. */
  readonly records: T[];
}

/** A ring of records, preceded by the index of the newest one. */
export function ring<T>(
  layout: Layout<T>,
  pointer: typeof u8 | typeof u16 = u16,
): ElementaryFile<Ring<T>> {
  return {
    read(bytes, place, problems) {
      if (bytes.length < pointer.bytes) {
        reportLength(place, pointer.bytes, bytes.length, problems);
        return { part: {} };
      }
      const newest = pointer.read(bytes, 0);
      const list = readRecords(layout, bytes, pointer.bytes, place, problems);
      if (newest >= list.length && list.length > 0)
        problems.add({ code: 'bad_pointer', where: place.name, offset: place.offset });
      return { value: { newest, records: list } };
    },
    write({ newest, records: list }) {
      const into = new Uint8Array(pointer.bytes + list.length * layout.bytes);
      pointer.write(newest, into, 0);
      writeRecords(layout, list, into, pointer.bytes);
      return into;
    },
  };
}

/** Bytes without further meaning for this codec: certificates, files of other cards. */
export const opaque: ElementaryFile<string> = {
  read: (bytes) => ({ value: Buffer.from(bytes).toString('hex') }),
  write: (value) => Uint8Array.from(Buffer.from(value, 'hex')),
};

/** The records of a ring from the oldest to the newest, without empty places. */
export function inOrder<T>(ringed: Ring<T>, isEmpty: (record: T) => boolean): T[] {
  const { newest, records: list } = ringed;
  const start = newest < list.length ? newest + 1 : 0;
  return [...list.slice(start), ...list.slice(0, start)].filter((record) => !isEmpty(record));
}
