import { cellText } from '../bytes/network.ts';
import { decimal, hexadecimal, present } from '../bytes/text-values.ts';
import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { eventsOf } from './events.ts';
import { isSt600 } from './frame.ts';
import { cardOf, positionOf, serialText, timeOf, trailing } from './values.ts';

/** Kinds of reports with a position. */
const REPORTS = new Set(['STT', 'ALT', 'EMG', 'EVT', 'UEX']);
/** Ignition, inputs 1 to 3, outputs 1 and 2; each is 0 or 1. */
const PORTS = /^[01]{6,8}$/;

/** Country, network, area and cell; the single field of older families has only the cell. */
function cells(fields: readonly string[], at: number, isLong: boolean): string | null {
  const cell = hexadecimal(fields[at]);
  if (!isLong || cell === null) return null;
  const [country, network] = [decimal(fields[at + 1]), decimal(fields[at + 2])];
  const area = hexadecimal(fields[at + 3]);
  const signal = decimal(fields[at + 4]);
  if (country === null || network === null || area === null || country === 0) return null;
  return cellText(country, network, area, cell, ...(signal === null ? [] : [-Math.abs(signal)]));
}

function readPorts(text: string | undefined) {
  if (text === undefined || !PORTS.test(text)) return null;
  const bit = (at: number) => Number(text[at]);
  return {
    ignition: text[0] === '1',
    attributes: {
      digitalInput1: bit(1),
      digitalInput2: bit(2),
      digitalInput3: bit(3),
      digitalOutput1: bit(4),
      digitalOutput2: bit(5),
    },
  };
}

/** The part of a report that depends on its kind, and the offset of what is common again. */
function readKind(type: string, fields: readonly string[], at: number) {
  if (type === 'STT') {
    const attributes = { mode: decimal(fields[at]), index: decimal(fields[at + 1]) };
    return { attributes, next: at + 2, events: [], tag: null };
  }
  if (type === 'UEX') {
    const serialData = serialText(fields[at + 1]);
    return { attributes: { serialData }, next: at + 3, events: [], tag: cardOf(serialData) };
  }
  const number = decimal(fields[at]);
  const name = type === 'ALT' ? 'alarm' : type === 'EMG' ? 'emergency' : 'event';
  return {
    attributes: { [name]: number },
    next: at + 1,
    events: eventsOf(type, number),
    tag: null,
  };
}

/**
 * Reads a report of the families with their name in the header (`ST300STT`, `ST600ALT`,
 * `SA200STT`). Distances are metres, times UTC.
 *
 * @returns null if it is no report with a position and a time
 */
export function readFamilyReport(fields: readonly string[]): DeviceRecord | null {
  const header = fields[0] as string;
  const type = header.slice(5);
  if (!REPORTS.has(type)) return null;
  const isLong = isSt600(header);
  // SA200 has no model number behind the device number.
  const versionAt = header.startsWith('SA') ? 2 : 3;
  const cellAt = versionAt + 3;
  const placeAt = cellAt + (isLong ? 5 : 1);
  const statusAt = placeAt + 4;
  const timeMs = timeOf(fields[versionAt + 1], fields[versionAt + 2]);
  const ports = readPorts(fields[statusAt + 4]);
  if (timeMs === null || ports === null) return null;
  const kind = readKind(type, fields, statusAt + 5);
  const { next } = kind;
  const rest = trailing(fields.slice(next + 3));
  const isResent = fields[next + 2] === '0';
  return {
    ...EMPTY_RECORD,
    ...rest.values,
    timeMs,
    ...positionOf(fields, placeAt, fields[statusAt + 1] === '1'),
    satellites: decimal(fields[statusAt]),
    odometerM: decimal(fields[statusAt + 2]),
    externalVoltageV: decimal(fields[statusAt + 3]),
    batteryVoltageV: decimal(fields[next + 1]),
    ignition: ports.ignition,
    driverTag: kind.tag ?? rest.values.driverTag,
    events: kind.events,
    attributes: present({
      report: type,
      firmware: fields[versionAt],
      cells: cells(fields, cellAt, isLong),
      cell: isLong ? null : fields[cellAt],
      ...ports.attributes,
      ...kind.attributes,
      engineWorkMin: decimal(fields[next]),
      resent: isResent ? true : null,
      ...rest.attributes,
    }),
  };
}

/**
 * Reads the report of a trip (`ST300HTE`): its time, the driver's tag, and its other fields as they
 * are. It has no position of its own.
 */
export function readTripReport(fields: readonly string[]): DeviceRecord | null {
  const timeMs = timeOf(fields[4], fields[5]);
  if (timeMs === null) return null;
  const rest = trailing(fields.slice(6));
  return {
    ...EMPTY_RECORD,
    ...rest.values,
    timeMs,
    attributes: present({ report: 'HTE', firmware: fields[3], ...rest.attributes }),
  };
}
