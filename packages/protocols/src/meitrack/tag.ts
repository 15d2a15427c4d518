import { macText } from '../bytes/network.ts';
import { textOf } from '../bytes/text-values.ts';
import type { AttributeValue } from '../record.ts';

const MAC_BYTES = 6;
/** Kind, length of the name. */
const HEAD_BYTES = 2;
/** Address, battery, temperature, humidity. */
const VALUE_BYTES = MAC_BYTES + 5;

/**
 * A Bluetooth tag: name, address, battery percentage, temperature (1/256 degree Celsius) and
 * humidity (1/256 per cent). Other forms are left as hexadecimal digits.
 */
export function readTag(bytes: Buffer): Record<string, AttributeValue> {
  const at = HEAD_BYTES + (bytes[1] ?? 0);
  if (bytes.length < at + VALUE_BYTES) return { tag: bytes.toString('hex') };
  const valuesAt = at + MAC_BYTES;
  return {
    tagName: textOf(bytes.subarray(HEAD_BYTES, at)),
    tagAddress: macText(bytes.subarray(at, valuesAt)),
    tagBatteryPercent: bytes[valuesAt] as number,
    tagTemperatureC: bytes.readInt16LE(valuesAt + 1) / 256,
    tagHumidityPercent: bytes.readUInt16LE(valuesAt + 3) / 256,
  };
}
