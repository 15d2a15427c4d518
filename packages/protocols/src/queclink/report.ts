import { decimal, present, scaled } from '../bytes/text-values.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { readCan } from './can.ts';
import { eventsOf } from './events.ts';
import { readCells, readLocations, timeOf } from './location.ts';
import { ignitionOf, isState, readStatus, wholePercentage } from './status.ts';

/** A report whose fields are split. */
export interface Report {
  readonly type: string;
  readonly fields: readonly string[];
  /** False for the first devices. */
  readonly hasVersion: boolean;
  /** Sent later, because there was no network. */
  readonly isBuffered: boolean;
}

type Values = { -readonly [K in keyof DeviceRecord]?: DeviceRecord[K] };
interface Own {
  readonly values: Values;
  readonly attributes: Record<string, AttributeValue>;
}

/** Battery-powered models: the percentage precedes the position. */
const BATTERY_IN_HEAD = new Set(['GTSTR', 'GTCTN']);
const MILLIVOLTS = /^\d{4,5}$/;
const ICCID = /^\d{18,20}[\da-f]?$/i;
const CELL_VOLTS = /^[34]\.\d{1,2}$/;
const IGNITION: Readonly<Record<string, boolean>> = { 0: true, 1: false };
const VIN = /^[A-HJ-NPR-Z\d]{17}$/;

const volts = (text: string | undefined): number | null =>
  text !== undefined && MILLIVOLTS.test(text) ? scaled(Number(text), 0.001) : null;

/** State, SIM card, signal, supply and battery (GTINF). */
function readInformation(fields: readonly string[]): Own {
  const state = [fields[4], fields[5]].find(isState);
  const cardAt = fields.findIndex((field) => ICCID.test(field));
  const batteryAt = fields.findIndex((field, index) => index > 6 && CELL_VOLTS.test(field));
  const signal = cardAt < 0 ? null : decimal(fields[cardAt + 1]);
  return {
    values: {
      ignition: ignitionOf(state),
      batteryVoltageV: decimal(fields[batteryAt]),
      externalVoltageV: batteryAt < 0 ? null : volts(fields[batteryAt - 2]),
    },
    attributes: present({
      deviceState: state,
      iccid: fields[cardAt],
      mobileSignal: signal,
      information: fields.slice(4, -2).join(','),
    }),
  };
}

/** Values that only one kind of message has. */
function readOwn(type: string, fields: readonly string[]): Own {
  switch (type) {
    case 'GTFRI':
      // Models with an OBD connector send one more field before it.
      return { values: { externalVoltageV: volts(fields[4]) ?? volts(fields[5]) }, attributes: {} };
    case 'GTERI':
      return { values: { externalVoltageV: volts(fields[5]) }, attributes: {} };
    case 'GTINF':
      return readInformation(fields);
    case 'GTIGN':
    case 'GTIGF':
      return { values: { ignition: type === 'GTIGN' }, attributes: {} };
    case 'GTIGL':
      // 0 is on, 1 is off.
      return { values: { ignition: IGNITION[fields[5]?.[1] ?? ''] ?? null }, attributes: {} };
    case 'GTSTT':
      return {
        values: { ignition: ignitionOf(fields[4]) },
        attributes: present({ deviceState: fields[4] }),
      };
    case 'GTIDA':
      return { values: { driverTag: fields[5] || null }, attributes: {} };
    case 'GTLSW':
    case 'GTTSW': {
      const name = type === 'GTLSW' ? 'digitalInput1' : 'digitalInput2';
      return { values: {}, attributes: present({ [name]: decimal(fields[5]) }) };
    }
    case 'GTCAN': {
      const can = readCan(fields);
      return can === null
        ? { values: {}, attributes: {} }
        : { values: { ignition: can.ignition }, attributes: can.attributes };
    }
    default:
      return { values: {}, attributes: {} };
  }
}

/** What the type of the message says, and the fields before the position. */
function withHead(report: Report, own: Own, locationAt: number): Record<string, AttributeValue> {
  const { type, fields, hasVersion, isBuffered } = report;
  const first = hasVersion ? 4 : 2;
  const name = hasVersion ? (fields[3] ?? '') : '';
  const head =
    type === 'GTINF' ? '' : fields.slice(first, locationAt).join(',').replace(/^,+$/, '');
  return {
    report: type,
    ...present({
      vin: VIN.test(name) ? name : null,
      resent: isBuffered ? true : null,
      reportData: head,
    }),
    ...own.attributes,
  };
}

/** A message without a position: its time is that of sending. */
function readWithoutLocation(report: Report, own: Own): DeviceRecord | null {
  const { fields, type } = report;
  const timeMs = timeOf(fields.at(-2));
  if (timeMs === null) return null;
  const cells = readCells(fields, 4);
  return {
    ...EMPTY_RECORD,
    ...own.values,
    timeMs,
    batteryPercent: type === 'GTFRI' ? wholePercentage(fields.at(-3)) : null,
    events: eventsOf(type, fields),
    attributes: {
      ...withHead(report, own, fields.length - 2),
      ...present({ cells }),
    },
  };
}

/**
 * Reads a report: one record for each position in it; the status behind the last position is part of
 * the last record. Times are UTC, speeds km/h.
 *
 * @returns an empty list if the message has neither a position nor a time
 */
export function readReport(report: Report): DeviceRecord[] {
  const { fields, type, hasVersion } = report;
  const locations = readLocations(fields, hasVersion);
  const own = readOwn(type, fields);
  const [first] = locations;
  if (first === undefined) {
    const record = readWithoutLocation(report, own);
    return record === null ? [] : [record];
  }
  const head = withHead(report, own, first.from);
  // Number and time of the message are the last two fields; the first devices send no such time.
  const end = timeOf(fields.at(-2)) === null ? fields.length : fields.length - 2;
  return locations.map((location, index): DeviceRecord => {
    const next = locations[index + 1];
    const status = readStatus(fields.slice(location.to, next?.from ?? end));
    const values: Values = { ...own.values, ...status.values };
    if (BATTERY_IN_HEAD.has(type)) values.batteryPercent = wholePercentage(fields[first.from - 1]);
    values.ignition = own.values.ignition ?? status.values.ignition ?? null;
    return {
      ...EMPTY_RECORD,
      ...values,
      ...location.values,
      events: index === 0 ? eventsOf(type, fields) : [],
      attributes: {
        ...head,
        ...present({ hdop: location.hdop, cells: location.cells }),
        ...status.attributes,
      },
    };
  });
}
