import { EVENT } from '@roadworthy/domain';
import { inPhysicalRange } from '../physical-range.ts';
import {
  type AttributeValue,
  type DeviceEvent,
  type DeviceRecord,
  EMPTY_RECORD,
  placeOf,
} from '../record.ts';

const KMH_PER_KNOT = 1.852;

/** Traccar's alarm names with our event codes (section 5). */
const ALARMS: Readonly<Record<string, number>> = {
  sos: EVENT.panicButton,
  hardAcceleration: EVENT.harshAcceleration,
  hardBraking: EVENT.harshBraking,
  hardCornering: EVENT.harshCornering,
  overspeed: EVENT.overSpeed,
  accident: EVENT.collision,
  idle: EVENT.excessiveIdling,
  tow: EVENT.towing,
  vibration: EVENT.shock,
  geofenceEnter: EVENT.geofenceEntered,
  geofenceExit: EVENT.geofenceLeft,
  powerCut: EVENT.powerDisconnected,
  powerRestored: EVENT.powerRestored,
  lowBattery: EVENT.lowBattery,
  lowPower: EVENT.lowBattery,
  tampering: EVENT.tampering,
  removing: EVENT.tampering,
  jamming: EVENT.signalJamming,
  door: EVENT.doorOpened,
  temperature: EVENT.temperatureOutOfRange,
  fatigueDriving: EVENT.driverFatigue,
  laneChange: EVENT.solidLineCrossed,
};

/** The content of a forwarded position. */
export type ForwardedPosition =
  | { readonly kind: 'record'; readonly deviceId: string; readonly record: DeviceRecord }
  | { readonly kind: 'bad'; readonly reason: string };

type Json = Readonly<Record<string, unknown>>;

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Events of a comma separated list of alarm names; phones send them too. */
export function alarmEvents(alarm: unknown): DeviceEvent[] {
  return (text(alarm) ?? '').split(',').flatMap((word): DeviceEvent[] => {
    const code = ALARMS[word.trim()];
    return code === undefined ? [] : [{ code, kind: 'pulse' }];
  });
}

/** Attributes with their own field in the record. */
const TAKEN = new Set([
  'ignition',
  'odometer',
  'power',
  'battery',
  'batteryLevel',
  'driverUniqueId',
  'temp1',
]);

function otherAttributes(position: Json, attributes: Json): Record<string, AttributeValue> {
  const rest: Record<string, AttributeValue> = {};
  const id = number(position.id);
  if (id !== null) rest.traccarPositionId = id;
  const protocol = text(position.protocol);
  if (protocol !== null) rest.traccarProtocol = protocol;
  for (const [name, value] of Object.entries(attributes)) {
    if (TAKEN.has(name)) continue;
    if (['string', 'number', 'boolean'].includes(typeof value))
      rest[name] = value as AttributeValue;
  }
  return rest;
}

/**
 * Decodes the body that Traccar posts with `forward.type=json`. Never throws.
 *
 * @param body the parsed JSON: `{ position, device }`
 */
export function decodeTraccarForward(body: unknown): ForwardedPosition {
  const device = object(object(body).device);
  const position = object(object(body).position);
  const deviceId = text(device.uniqueId);
  if (deviceId === null) return { kind: 'bad', reason: 'no device.uniqueId' };
  const timeMs = Date.parse(text(position.fixTime) ?? text(position.deviceTime) ?? '');
  if (Number.isNaN(timeMs)) return { kind: 'bad', reason: 'no time' };
  const attributes = object(position.attributes);
  const place = placeOf(number(position.latitude), number(position.longitude));
  const isPlace = place.latitudeDeg !== null;
  const knots = number(position.speed);
  return {
    kind: 'record',
    deviceId,
    record: inPhysicalRange({
      ...EMPTY_RECORD,
      timeMs,
      fixValid: isPlace && position.valid === true,
      ...place,
      altitudeM: number(position.altitude),
      speedKmh: knots === null ? null : number(knots * KMH_PER_KNOT),
      headingDeg: number(position.course),
      ignition: flag(attributes.ignition),
      odometerM: number(attributes.odometer) ?? number(attributes.totalDistance),
      externalVoltageV: number(attributes.power),
      batteryVoltageV: number(attributes.battery),
      batteryPercent: number(attributes.batteryLevel),
      temperatureC: number(attributes.temp1),
      driverTag: text(attributes.driverUniqueId),
      events: alarmEvents(attributes.alarm),
      attributes: otherAttributes(position, attributes),
    }),
  };
}
