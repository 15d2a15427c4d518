import { EVENT } from '@roadworthy/domain';
import { cellText } from '../bytes/network.ts';
import {
  dateTime,
  decimal,
  degreesMinutes,
  heading,
  hexadecimal,
  KMH_PER_KNOT,
  knownPlace,
  present,
  scaled,
} from '../bytes/text-values.ts';
import { type DeviceEvent, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import type { TextFrame } from './frame.ts';

/** Texts of the device in front of its identity. */
const EVENTS: readonly (readonly [text: string, code: number])[] = [
  ['help me', EVENT.panicButton],
  ['low battery', EVENT.lowBattery],
  ['move', EVENT.towing],
];
const IGNITION: Readonly<Record<string, boolean>> = { 'acc on': true, 'acc off': false };

function eventsOf(message: string): DeviceEvent[] {
  const code = EVENTS.find(([text]) => message.startsWith(text))?.[1];
  return code === undefined ? [] : [{ code, kind: 'pulse' }];
}

/** Fields of the sentence behind its name. */
const RMC = {
  time: 1,
  validity: 2,
  latitude: 3,
  northSouth: 4,
  longitude: 5,
  eastWest: 6,
  knots: 7,
  heading: 8,
  date: 9,
} as const;

/** The values behind the identity, which only the long form has. */
function readRest(fields: readonly string[]) {
  const [satellites, altitude, power, charging, , , country, network, area, cell, ...rest] = fields;
  // F is a full battery, L a low one; inputs follow.
  const [battery, ...inputs] = (power ?? '').split('/');
  const numbers = [decimal(country), decimal(network), hexadecimal(area), hexadecimal(cell)];
  const hasCell = !numbers.includes(null) && numbers[0] !== 0;
  return {
    satellites: decimal(satellites),
    altitudeM: decimal(altitude),
    batteryVoltageV: decimal(/^[FL]:(\d+(?:\.\d+)?)V$/.exec(battery ?? '')?.[1]),
    attributes: present({
      charging: charging === undefined ? null : charging === '1',
      cells: hasCell ? cellText(...(numbers as number[])) : null,
      inputs: inputs.join('/'),
      extra: rest.join(','),
    }),
  };
}

/** The identity, and the places of the fields around it. */
export function readIdentity(text: string): { readonly imei: string; readonly end: number } | null {
  const match = /imei:\s*(\d{15})/.exec(text);
  return match === null ? null : { imei: match[1] as string, end: match.index + match[0].length };
}

/**
 * Reads a text around an RMC sentence: its time is UTC, its speed in knots.
 *
 * @returns null without a sentence, or with a sentence without a time
 */
export function readTextReport({ head, text }: TextFrame): DeviceRecord | null {
  const identity = readIdentity(text);
  if (identity === null || !/^G[PN]RMC,/.test(text)) return null;
  const fields = text.slice(0, text.indexOf('imei:')).split(',');
  const timeMs = dateTime('DDMMYY', fields[RMC.date], fields[RMC.time]);
  if (timeMs === null) return null;
  const place = knownPlace(
    degreesMinutes(fields[RMC.latitude], fields[RMC.northSouth]),
    // Some devices leave out the letter of the eastern hemisphere.
    degreesMinutes(fields[RMC.longitude], fields[RMC.eastWest] || 'E'),
  );
  const checksumAt = fields.findIndex((field) => field.includes('*'));
  const [signal = '', message = ''] = fields.slice(checksumAt + 1).map((field) => field.trim());
  const said = message.toLowerCase();
  const rest =
    head === null
      ? null
      : readRest(
          text
            .slice(identity.end + 1)
            .trimEnd()
            .split(','),
        );
  return {
    ...EMPTY_RECORD,
    ...rest,
    timeMs,
    ...place,
    fixValid: fields[RMC.validity] === 'A' && place.latitudeDeg !== null,
    speedKmh: scaled(decimal(fields[RMC.knots]), KMH_PER_KNOT),
    headingDeg: heading(decimal(fields[RMC.heading])),
    ignition: IGNITION[said] ?? null,
    events: eventsOf(said),
    attributes: {
      ...present({ gnssSignal: signal, message, serial: head?.[0], number: head?.[1] }),
      ...rest?.attributes,
    },
  };
}
