import type { AttributeValue, DeviceEvent, DeviceRecord } from '../../record.ts';

type Values = { -readonly [K in keyof DeviceRecord]?: DeviceRecord[K] };

/** What a location is, besides its items. */
export interface ItemContext {
  /** The registered model in upper case; empty if unknown. */
  readonly model: string;
  /** Alarm flags of the location. */
  readonly flags: number;
  /** Whether the items are those of an AOVX device, which uses some ids for other values. */
  readonly isAovx: boolean;
}

/** The values of a location's items. */
export interface Gathered {
  readonly context: ItemContext;
  readonly values: Values;
  readonly attributes: Record<string, AttributeValue>;
  readonly events: DeviceEvent[];
}

/** Reads an item; false if it has no known meaning, so that it stays raw. */
export type ItemReader = (value: Buffer, gathered: Gathered) => boolean;

/** Reader of an item: of any length, or by the length of the value. */
export type ItemEntry = ItemReader | Readonly<Record<number, ItemReader>>;
export type ItemReaders = ReadonlyMap<number, ItemEntry>;

/** An unsigned number of one to six bytes, if it is in the range (in the unit of the name). */
export const numberOf = (
  name: string,
  step = 1,
  { low = 0, high = Number.MAX_SAFE_INTEGER, offset = 0 } = {},
): ItemReader => {
  const scale = step < 1 ? 10 ** Math.ceil(-Math.log10(step) - 1e-9) : 1;
  return (value, { attributes }) => {
    if (value.length === 0 || value.length > 6) return false;
    const number = value.readUIntBE(0, value.length) * step + offset;
    if (number < low || number > high) return false;
    attributes[name] = Math.round(number * scale) / scale;
    return true;
  };
};

/** Printable text. */
export const textOf =
  (name: string): ItemReader =>
  (value, { attributes }) => {
    const text = value.toString('latin1').replaceAll('\0', '').trim();
    if (!/^[\x20-\x7e]+$/.test(text)) return false;
    attributes[name] = text;
    return true;
  };
