import type { ItemReader } from './item-reader.ts';

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
