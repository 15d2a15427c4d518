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
