import { cellText } from '../bytes/network.ts';
import {
  dateTime,
  decimal,
  heading,
  hexadecimal,
  knownPlace,
  percentage,
  present,
  scaled,
} from '../bytes/text-values.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { eventsOf, RFID_EVENT } from './events.ts';
import { voltages } from './voltages.ts';

/** Fields of an AAA message, in their order. */
const FIELD = {
  event: 0,
  latitude: 1,
  longitude: 2,
  time: 3,
  validity: 4,
  satellites: 5,
  signal: 6,
  speed: 7,
  heading: 8,
  hdop: 9,
  altitude: 10,
  odometer: 11,
  runTime: 12,
  cell: 13,
  ports: 14,
  analog: 15,
  eventData: 16,
  customData: 17,
  protocolVersion: 18,
  fuel: 19,
  temperatures: 20,
} as const;
const MIN_FIELDS = FIELD.runTime + 1;
const KNOWN_FIELDS = FIELD.temperatures + 1;

/** Country, network, area and cell, the last two in hexadecimal digits. */
function cell(text: string | undefined): string | null {
  const parts = text?.split('|') ?? [];
  const numbers = [
    decimal(parts[0]),
    decimal(parts[1]),
    hexadecimal(parts[2]),
    hexadecimal(parts[3]),
  ];
  if (numbers.includes(null) || numbers[0] === 0) return null;
  return cellText(...(numbers as number[]));
}

/** Sensors with their number (one byte) and hundredths of a degree (two bytes), in hex digits. */
function temperatures(text: string | undefined): Record<string, number> {
  const found: Record<string, number> = {};
  const digits = text?.replaceAll('|', '') ?? '';
  if (!/^(?:[\da-f]{6})+$/i.test(digits)) return found;
  const bytes = Buffer.from(digits, 'hex');
  for (let at = 0; at < bytes.length; at += 3) {
    found[`temperature${bytes[at]}C`] = bytes.readInt16BE(at + 1) / 100;
  }
  return found;
}

/** Inputs are the upper byte of the four digits, outputs the lower one. */
export function ports(value: number | null): Record<string, AttributeValue> {
  return value === null ? {} : { inputs: value >> 8, outputs: value & 0xff };
}

/**
 * Reads the text report (AAA). Times are UTC, distances metres, speeds km/h.
 *
 * @param fields the fields behind the command
 * @param model registered model; empty if unknown
 * @returns null if the fields are not those of a report
 */
export function readTextReport(fields: readonly string[], model: string): DeviceRecord | null {
  if (fields.length < MIN_FIELDS) return null;
  const event = decimal(fields[FIELD.event]);
  const latitudeDeg = decimal(fields[FIELD.latitude]);
  const longitudeDeg = decimal(fields[FIELD.longitude]);
  const time = fields[FIELD.time] as string;
  const timeMs = dateTime('YYMMDD', time.slice(0, 6), time.slice(6));
  const validity = fields[FIELD.validity];
  if (event === null || timeMs === null || (validity !== 'A' && validity !== 'V')) return null;
  const analog = fields[FIELD.analog]?.split('|').map(hexadecimal) ?? [];
  const [ad1 = null, ad2 = null, ad3 = null, ad4 = null, ad5 = null] = analog;
  const { batteryVoltageV, externalVoltageV } = voltages(ad4, ad5, model);
  const fuel = hexadecimal(fields[FIELD.fuel]);
  const sensors = temperatures(fields[FIELD.temperatures]);
  const isSensors = Object.keys(sensors).length > 0;
  const place = knownPlace(latitudeDeg, longitudeDeg);
  const eventData = fields[FIELD.eventData] ?? '';
  const isTag = event === RFID_EVENT && eventData !== '';
  return {
    ...EMPTY_RECORD,
    timeMs,
    ...place,
    fixValid: validity === 'A' && place.latitudeDeg !== null,
    satellites: decimal(fields[FIELD.satellites]),
    speedKmh: decimal(fields[FIELD.speed]),
    headingDeg: heading(decimal(fields[FIELD.heading])),
    altitudeM: decimal(fields[FIELD.altitude]),
    odometerM: decimal(fields[FIELD.odometer]),
    batteryVoltageV,
    externalVoltageV,
    temperatureC: Object.values(sensors)[0] ?? null,
    driverTag: isTag ? eventData : null,
    events: eventsOf(event),
    attributes: present({
      event,
      mobileSignal: decimal(fields[FIELD.signal]),
      hdop: decimal(fields[FIELD.hdop]),
      runTimeS: decimal(fields[FIELD.runTime]),
      cells: cell(fields[FIELD.cell]),
      ...ports(hexadecimal(fields[FIELD.ports])),
      analogInput1: ad1,
      analogInput2: ad2,
      analogInput3: ad3,
      analogInput4: batteryVoltageV === null ? ad4 : null,
      analogInput5: externalVoltageV === null ? ad5 : null,
      eventData: isTag ? null : eventData,
      customData: fields[FIELD.customData],
      protocolVersion: fields[FIELD.protocolVersion],
      fuelLevelPercent: percentage(scaled(fuel, 0.01)),
      ...sensors,
      temperatureData: isSensors ? null : fields[FIELD.temperatures],
      extra: fields.slice(KNOWN_FIELDS).join(',').replace(/^,+$/, ''),
    }),
  };
}
