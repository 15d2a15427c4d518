import { ENGINE_ITEMS, readerOf } from './engine-items.ts';
import { EVENT_ITEMS } from './event-items.ts';
import type { Gathered, ItemContext, ItemReaders } from './item-reader.ts';
import { MODULE_ITEMS } from './module-items.ts';
import { POWER_ITEMS } from './power-items.ts';
import { AI_READERS, STANDARD_ITEMS } from './standard-items.ts';

/** All items with a known meaning, by id; of two with the same id, the later applies. */
const READERS: ItemReaders = new Map([
  ...STANDARD_ITEMS,
  ...AI_READERS,
  ...ENGINE_ITEMS,
  ...POWER_ITEMS,
  ...EVENT_ITEMS,
  ...MODULE_ITEMS,
]);

const AOVX_MODELS = new Set(['AL300', 'GL100']);
const FIRMWARE = 0xf2;

/** An item of a location. */
export type Item = readonly [id: number, value: Buffer];

const isAovxFirmware = ([id, value]: Item): boolean =>
  id === FIRMWARE && value.toString('latin1', 0, 5) === 'AOVX_';

/**
 * Decodes the items of a location. Items without a known meaning stay as `item` with their id in
 * hex, and their number is the attribute `unknownItems`.
 */
export function gatherItems(
  items: readonly Item[],
  context: Omit<ItemContext, 'isAovx'>,
): Gathered {
  const isAovx = AOVX_MODELS.has(context.model) || items.some(isAovxFirmware);
  const gathered: Gathered = {
    context: { ...context, isAovx },
    values: {},
    attributes: {},
    events: [],
  };
  let unknown = 0;
  for (const [id, value] of items) {
    const read = readerOf(READERS, id, value.length);
    if (read?.(value, gathered) === true) continue;
    gathered.attributes[`item${id.toString(16).padStart(2, '0')}`] = value.toString('hex');
    unknown += 1;
  }
  if (unknown > 0) gathered.attributes.unknownItems = unknown;
  return gathered;
}
