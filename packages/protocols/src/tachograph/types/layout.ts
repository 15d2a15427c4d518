/**
 * Layouts of fixed size: one declaration reads and writes a data type of Regulation (EU) 2016/799,
 * Annex 1C, appendix 1. All numbers are big-endian.
 */
export interface Layout<T> {
  readonly bytes: number;
  /** The caller guarantees that `bytes` bytes follow `at`. */
  read(from: Uint8Array, at: number): T;
  write(value: T, into: Uint8Array, at: number): void;
  /** The members that lie wholly within `available` bytes; only structures have members. */
  readLeading?(from: Uint8Array, at: number, available: number): Partial<T>;
}

export type ValueOf<L> = L extends Layout<infer T> ? T : never;

function unsigned(bytes: number): Layout<number> {
  return {
    bytes,
    read(from, at) {
      let value = 0;
      for (let i = 0; i < bytes; i += 1) value = value * 256 + (from[at + i] as number);
      return value;
    },
    write(value, into, at) {
      let rest = value;
      for (let i = bytes - 1; i >= 0; i -= 1) {
        into[at + i] = rest % 256;
        rest = Math.floor(rest / 256);
      }
    },
  };
}

export const u8 = unsigned(1);
export const u16 = unsigned(2);
export const u24 = unsigned(3);
export const u32 = unsigned(4);

const HALF_24 = 0x80_0000;

/** A signed number of three bytes, two's complement. */
export const i24: Layout<number> = {
  bytes: 3,
  read: (from, at) => {
    const value = u24.read(from, at);
    return value < HALF_24 ? value : value - 2 * HALF_24;
  },
  write: (value, into, at) => u24.write(value < 0 ? value + 2 * HALF_24 : value, into, at),
};

/** Bytes without further meaning, as lower-case hexadecimal text. */
export function hex(bytes: number): Layout<string> {
  return {
    bytes,
    read: (from, at) => Buffer.from(from.subarray(at, at + bytes)).toString('hex'),
    write: (value, into, at) => into.set(Buffer.from(value, 'hex').subarray(0, bytes), at),
  };
}

type Shape = Readonly<Record<string, Layout<unknown>>>;
type Members<S> = { [K in keyof S]: ValueOf<S[K]> };

// biome-ignore lint/suspicious/noExplicitAny: the shape keeps the type of each member
type AnyShape = Readonly<Record<string, Layout<any>>>;

/** A structure: its members in the order of their bytes. */
export function fields<const S extends AnyShape>(shape: S): Layout<Members<S>> {
  const members = Object.entries(shape as Shape);
  const bytes = members.reduce((sum, [, layout]) => sum + layout.bytes, 0);
  const readWithin = (from: Uint8Array, at: number, available: number) => {
    const value: Record<string, unknown> = {};
    let next = at;
    for (const [name, layout] of members) {
      if (next + layout.bytes > at + available) break;
      value[name] = layout.read(from, next);
      next += layout.bytes;
    }
    return value as Members<S>;
  };
  return {
    bytes,
    read: (from, at) => readWithin(from, at, bytes),
    readLeading: readWithin,
    write(value, into, at) {
      let next = at;
      for (const [name, layout] of members) {
        layout.write((value as Record<string, unknown>)[name], into, next);
        next += layout.bytes;
      }
    },
  };
}

/** `count` values one after another. */
export function sequence<T>(layout: Layout<T>, count: number): Layout<T[]> {
  return {
    bytes: layout.bytes * count,
    read: (from, at) =>
      Array.from({ length: count }, (_, i) => layout.read(from, at + i * layout.bytes)),
    write: (values, into, at) => {
      for (const [i, value] of values.slice(0, count).entries())
        layout.write(value, into, at + i * layout.bytes);
    },
  };
}

export function encode<T>(layout: Layout<T>, value: T): Uint8Array {
  const into = new Uint8Array(layout.bytes);
  layout.write(value, into, 0);
  return into;
}
