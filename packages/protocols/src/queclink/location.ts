import { cellText } from '../bytes/network.ts';
import { dateTime, decimal, heading, hexadecimal, knownPlace } from '../bytes/text-values.ts';
import type { DeviceRecord } from '../record.ts';

/** One position in the fields of a message. */
export interface Location {
  readonly values: Pick<
    DeviceRecord,
    'timeMs' | 'fixValid' | 'latitudeDeg' | 'longitudeDeg' | 'speedKmh' | 'headingDeg' | 'altitudeM'
  >;
  readonly hdop: number | null;
  readonly cells: string | null;
  /** The first field of the position, and the first one behind its cell. */
  readonly from: number;
  readonly to: number;
}

const COORDINATE = /^-?\d{1,3}\.\d+$/;
const TIME_LENGTH = 14;
/** Country, network, area and cell follow the time. */
const CELL_FIELDS = 4;

/** `YYYYMMDDhhmmss` in UTC; null if the text is no time. */
export const timeOf = (text: string | undefined): number | null =>
  text?.length === TIME_LENGTH ? dateTime('YYYYMMDD', text.slice(0, 8), text.slice(8)) : null;

/** A cell in four consecutive fields, and its signal behind them if wanted. */
export function cellAt(fields: readonly string[], at: number, hasSignal = false): string | null {
  const country = fields[at] ?? '';
  const network = fields[at + 1] ?? '';
  const area = hexadecimal(fields[at + 2]);
  const cell = hexadecimal(fields[at + 3]);
  const isCell = /^\d{3,4}$/.test(country) && /^\d{2,4}$/.test(network) && Number(country) > 0;
  if (!isCell || area === null || cell === null) return null;
  const signal = hasSignal ? decimal(fields[at + 4]) : null;
  return cellText(
    Number(country),
    Number(network),
    area,
    cell,
    ...(signal === null ? [] : [signal]),
  );
}

/** The first devices (GL100) send first whether there is a fix (1), and the accuracy last. */
function readOld(fields: readonly string[], at: number) {
  return {
    fixValid: fields[at - 7] === '1',
    speedKmh: decimal(fields[at - 6]),
    headingDeg: heading(decimal(fields[at - 5])),
    altitudeM: decimal(fields[at - 4]),
    hdop: decimal(fields[at - 3]),
    from: at - 7,
  };
}

function readUsual(fields: readonly string[], at: number) {
  return {
    fixValid: true,
    speedKmh: decimal(fields[at - 5]),
    headingDeg: heading(decimal(fields[at - 4])),
    altitudeM: decimal(fields[at - 3]),
    hdop: decimal(fields[at - 6]),
    from: at - 6,
  };
}

/**
 * The positions in a message. The fields around them depend on model and version, but each position
 * ends with longitude, latitude and a time, which occur nowhere else.
 *
 * @param hasVersion false for the first devices, whose messages have no protocol version
 */
export function readLocations(fields: readonly string[], hasVersion: boolean): Location[] {
  const locations: Location[] = [];
  for (let at = 8; at < fields.length; at += 1) {
    if (fields[at]?.length !== TIME_LENGTH) continue;
    const [longitude = '', latitude = ''] = [fields[at - 2], fields[at - 1]];
    if (!COORDINATE.test(longitude) || !COORDINATE.test(latitude)) continue;
    const timeMs = timeOf(fields[at]);
    const place = knownPlace(Number(latitude), Number(longitude));
    if (timeMs === null) continue;
    const isOld = !hasVersion && fields[at - 3]?.includes('.') === false;
    const { fixValid, hdop, from, ...motion } = isOld ? readOld(fields, at) : readUsual(fields, at);
    locations.push({
      values: { timeMs, ...place, fixValid: fixValid && place.latitudeDeg !== null, ...motion },
      hdop,
      cells: cellAt(fields, at + 1),
      from,
      to: at + 1 + CELL_FIELDS,
    });
  }
  return locations;
}

/** All cells in the fields of a message without a position. */
export function readCells(fields: readonly string[], from: number): string {
  const cells: string[] = [];
  for (let at = from; at + CELL_FIELDS < fields.length; at += 1) {
    const cell = cellAt(fields, at, true);
    if (cell === null) continue;
    cells.push(cell);
    at += CELL_FIELDS;
  }
  return cells.join(';');
}
