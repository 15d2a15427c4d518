/** Tags with special handling. */
export const TAG = {
  imei: 0x03,
  deviceNumber: 0x04,
  time: 0x20,
  coordinates: 0x30,
  speed: 0x33,
  altitude: 0x34,
  supply: 0x41,
  battery: 0x42,
  key: 0x90,
  canFuel: 0xc0,
  canEngine: 0xc1,
  odometer: 0xd4,
  commandNumber: 0xe0,
  text: 0xe1,
} as const;

/** How a tag's value becomes an attribute. */
export interface TagFormat {
  /** Bytes of the value; the value of a variable tag starts with its length. */
  readonly bytes: number | 'length byte' | 'length word';
  /** Name of the attribute; null if the tag has a field of the record. */
  readonly name: string | null;
  readonly kind: 'unsigned' | 'signed' | 'hex' | 'temperature' | 'fuel' | 'humidity';
  /** Value of one step, in the unit of the name. */
  readonly step: number;
}

const FORMATS: (TagFormat | undefined)[] = [];

function add(
  tag: number,
  bytes: TagFormat['bytes'],
  name: string | null,
  kind: TagFormat['kind'] = 'unsigned',
  step = 1,
): void {
  FORMATS[tag] = { bytes, name, kind, step };
}

/** Consecutive tags of the same kind, numbered from `first`. */
function series(
  from: number,
  to: number,
  bytes: number,
  name: string,
  first: number,
  kind: TagFormat['kind'] = 'unsigned',
): void {
  for (let tag = from; tag <= to; tag += 1)
    add(tag, bytes, name.replace('#', String(first + tag - from)), kind);
}

// The table of tags in the protocol's description.
add(0x01, 1, 'hardware');
add(0x02, 1, 'firmware');
add(TAG.imei, 15, null);
add(TAG.deviceNumber, 2, 'deviceNumber');
add(0x10, 2, 'recordNumber');
add(TAG.time, 4, null);
add(TAG.coordinates, 9, null);
add(TAG.speed, 4, null);
add(TAG.altitude, 2, null);
add(0x35, 1, 'hdop', 'unsigned', 0.1);
add(0x40, 2, 'status');
add(TAG.supply, 2, null);
add(TAG.battery, 2, null);
add(0x43, 1, 'deviceTemperatureC', 'signed');
add(0x44, 4, 'acceleration');
add(0x45, 2, 'outputs');
add(0x46, 2, 'inputs');
add(0x47, 4, 'ecoDrive', 'hex');
add(0x48, 2, 'extendedStatus');
add(0x49, 1, 'channel');
series(0x50, 0x57, 2, 'input#', 0);
series(0x58, 0x59, 2, 'serialPort#', 0);
add(0x5a, 4, 'electricityMeter');
add(0x5b, 7, 'refrigerator', 'hex');
add(0x5c, 68, 'tyrePressure', 'hex');
add(0x5d, 3, 'dosimeter', 'hex');
series(0x60, 0x62, 2, 'fuelSensor#Level', 1);
series(0x63, 0x6f, 3, 'fuelSensor#', 4, 'fuel');
series(0x70, 0x77, 2, 'temperature#C', 0, 'temperature');
series(0x80, 0x87, 3, 'humiditySensor#', 0, 'humidity');
series(0x88, 0x8c, 1, 'serialTemperature#C', 0, 'signed');
add(TAG.key, 4, null);
series(0xa0, 0xaf, 1, 'can8BitR#', 15);
series(0xb0, 0xb9, 2, 'can16BitR#', 5);
add(TAG.canFuel, 4, 'fuelUsedL', 'unsigned', 0.5);
add(TAG.canEngine, 4, null);
add(0xc2, 4, 'canB0');
add(0xc3, 4, 'canB1');
series(0xc4, 0xd2, 1, 'can8BitR#', 0);
add(0xd3, 4, 'secondKey');
add(TAG.odometer, 4, null);
add(0xd5, 1, 'keyState');
series(0xd6, 0xda, 2, 'can16BitR#', 0);
series(0xdb, 0xdf, 4, 'can32BitR#', 0);
add(TAG.commandNumber, 4, 'commandNumber');
add(TAG.text, 'length byte', null);
series(0xe2, 0xe9, 4, 'userData#', 0);
add(0xea, 'length byte', 'userDataArray', 'hex');
series(0xf0, 0xf9, 4, 'can32BitR#', 5);
add(0xfa, 3, 'tagFa', 'hex');
add(0xfd, 8, 'tagFd', 'hex');
add(0xfe, 'length word', 'extendedTags', 'hex');

/** The format of a tag; undefined if its length is unknown. */
export const tagFormat = (tag: number): TagFormat | undefined => FORMATS[tag];

/** Whether a tag is known. */
export const hasTag = (tag: number): boolean => FORMATS[tag] !== undefined;

/** Offset and length of a tag's value; null if the bytes end before its end. */
export function valueAt(
  { bytes }: TagFormat,
  content: Buffer,
  at: number,
): { readonly from: number; readonly to: number } | null {
  const prefix = typeof bytes === 'number' ? 0 : bytes === 'length byte' ? 1 : 2;
  const from = at + prefix;
  if (from > content.length) return null;
  const length = typeof bytes === 'number' ? bytes : content.readUIntLE(at, prefix as 1 | 2);
  return from + length > content.length ? null : { from, to: from + length };
}
