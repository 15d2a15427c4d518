/** Read position in a body; reading past the end makes the whole body unreadable. */
interface Source {
  readonly body: Buffer;
  at: number;
  /** Minutes the device's clock is ahead of UTC. */
  readonly offsetMin: number;
}

/** One field of a message, with its reader and writer. */
export interface Field<T> {
  read(source: Source): T;
  write(value: T, offsetMin: number): Buffer;
}

/** The values of a layout's fields. */
export type ValuesOf<L> = {
  readonly [K in keyof L]: L[K] extends Field<infer T> ? T : never;
};

/** Fields in the order of the body. */
export type Layout = Readonly<Record<string, Field<unknown>>>;

/** A body ended within a field. */
class EndOfBody extends Error {}

function take(source: Source, bytes: number): Buffer {
  const end = source.at + bytes;
  if (end > source.body.length) throw new EndOfBody();
  const taken = source.body.subarray(source.at, end);
  source.at = end;
  return taken;
}

function number(bytes: 1 | 2 | 4): Field<number> {
  return {
    read: (source) => take(source, bytes).readUIntBE(0, bytes),
    write: (value) => {
      const out = Buffer.alloc(bytes);
      out.writeUIntBE(Math.min(Math.max(0, Math.trunc(value)), 256 ** bytes - 1), 0, bytes);
      return out;
    },
  };
}

export const byte = number(1);
export const word = number(2);
export const dword = number(4);

/** Text after a length byte; longer text is truncated. */
export const shortText: Field<string> = {
  read: (source) => take(source, take(source, 1)[0] as number).toString('latin1'),
  write: (value) => {
    const text = Buffer.from(value, 'latin1').subarray(0, 255);
    return Buffer.concat([Buffer.from([text.length]), text]);
  },
};

/** Text in a field of fixed length, padded with zeros. */
export const fixedText = (bytes: number): Field<string> => ({
  read: (source) => take(source, bytes).toString('latin1').replace(/\0.*$/s, ''),
  write: (value) => {
    const out = Buffer.alloc(bytes);
    out.write(value, 'latin1');
    return out;
  },
});

/** Bytes as hexadecimal digits; a shorter value is padded with zeros. */
export const hex = (bytes: number): Field<string> => ({
  read: (source) => take(source, bytes).toString('hex'),
  write: (value) => {
    const out = Buffer.alloc(bytes);
    out.write(value, 'hex');
    return out;
  },
});

/** A fixed number of raw bytes. */
export const fixedBytes = (bytes: number): Field<Buffer> => ({
  read: (source) => Buffer.from(take(source, bytes)),
  write: (value) => Buffer.concat([value], bytes),
});

/** All bytes to the end of the body. */
export const rest: Field<Buffer> = {
  read: (source) => Buffer.from(take(source, source.body.length - source.at)),
  write: (value) => value,
};

const TIME_BYTES = 6;
const MINUTE_MS = 60_000;

/** Two decimal digits of a byte; above 99 if it has another digit. */
function bcdByte(body: Buffer, at: number): number {
  const value = body[at] as number;
  const [tens, units] = [value >> 4, value & 0x0f];
  return tens > 9 || units > 9 ? 100 : tens * 10 + units;
}

/** Six bytes YYMMDDhhmmss in BCD, as if they were UTC; null if a part is out of range. */
export function readBcdTime(body: Buffer, at: number): number | null {
  if (body.length < at + TIME_BYTES) return null;
  const year = bcdByte(body, at);
  const month = bcdByte(body, at + 1);
  const day = bcdByte(body, at + 2);
  const hour = bcdByte(body, at + 3);
  const minute = bcdByte(body, at + 4);
  const second = bcdByte(body, at + 5);
  if (
    year > 99 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > 31 ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  )
    return null;
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second);
}

/** Encodes a time (ms since 1970, as if UTC) as six BCD bytes YYMMDDhhmmss. */
export function bcdTime(localMs: number): Buffer {
  const digits = new Date(localMs).toISOString().replace(/\D/g, '').slice(2, 14);
  return Buffer.from(digits, 'hex');
}

/** A time on the device's clock, as ms since 1970 UTC; all zeros mean none (null). */
export const deviceTime: Field<number | null> = {
  read: (source) => {
    const localMs = readBcdTime(take(source, TIME_BYTES), 0);
    return localMs === null ? null : localMs - source.offsetMin * MINUTE_MS;
  },
  write: (value, offsetMin) =>
    value === null ? Buffer.alloc(TIME_BYTES) : bcdTime(value + offsetMin * MINUTE_MS),
};

/**
 * Consecutive items: their number comes from an earlier field, or they fill the rest of the body
 * (an incomplete last item is ignored).
 */
export function list<L extends Layout>(
  layout: L,
  count: Field<number> | 'to the end',
): Field<readonly ValuesOf<L>[]> {
  return {
    read: (source) => {
      if (count === 'to the end') return readToEnd(layout, source);
      const wanted = count.read(source);
      const items: ValuesOf<L>[] = [];
      while (items.length < wanted) items.push(readFields(layout, source));
      return items;
    },
    write: (items, offsetMin) =>
      Buffer.concat([
        ...(count === 'to the end' ? [] : [count.write(items.length, offsetMin)]),
        ...items.map((item) => encodeLayout(layout, item, offsetMin)),
      ]),
  };
}

function readToEnd<L extends Layout>(layout: L, source: Source): ValuesOf<L>[] {
  const items: ValuesOf<L>[] = [];
  try {
    while (source.at < source.body.length) items.push(readFields(layout, source));
  } catch (error) {
    if (!(error instanceof EndOfBody)) throw error;
  }
  return items;
}

/** A final field that some devices omit. */
export const optional = <T>(field: Field<T>, absent: T): Field<T> => ({
  read: (source) => (source.at === source.body.length ? absent : field.read(source)),
  write: (value, offsetMin) => field.write(value, offsetMin),
});

function readFields<L extends Layout>(layout: L, source: Source): ValuesOf<L> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(layout)) values[name] = field.read(source);
  return values as ValuesOf<L>;
}

/**
 * Decodes a body by its layout; bytes after the last field are ignored.
 *
 * @param offsetMin minutes the device's clock is ahead of UTC
 * @returns null if the body ends too early
 */
export function readLayout<L extends Layout>(
  layout: L,
  body: Buffer,
  offsetMin: number,
): ValuesOf<L> | null {
  try {
    return readFields(layout, { body, at: 0, offsetMin });
  } catch (error) {
    if (error instanceof EndOfBody) return null;
    throw error;
  }
}

/** Whether a body has exactly this layout, to its last byte. */
export function isWhole<L extends Layout>(layout: L, body: Buffer): boolean {
  const source = { body, at: 0, offsetMin: 0 };
  try {
    readFields(layout, source);
    return source.at === body.length;
  } catch (error) {
    if (error instanceof EndOfBody) return false;
    throw error;
  }
}

/** Encodes a body by its layout. */
export function encodeLayout<L extends Layout>(
  layout: L,
  values: ValuesOf<L>,
  offsetMin: number,
): Buffer {
  const all = values as Readonly<Record<string, unknown>>;
  const parts = Object.entries(layout).map(([name, field]) =>
    (field as Field<unknown>).write(all[name], offsetMin),
  );
  return Buffer.concat(parts);
}
