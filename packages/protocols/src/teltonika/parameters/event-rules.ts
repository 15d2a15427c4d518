import { EVENT } from '@roadworthy/domain';

/**
 * The event that a parameter's value means. A pulse happens in the record that names the parameter
 * as its event; a state is reported again in each record with the parameter.
 */
export type EventRule =
  | { readonly kind: 'pulse'; readonly codeOf: (value: number) => number | undefined }
  | { readonly kind: 'state'; readonly code: number };

const state = (code: number): EventRule => ({ kind: 'state', code });
/** A pulse with any value above zero. */
const pulse = (code: number): EventRule => ({
  kind: 'pulse',
  codeOf: (value) => (value > 0 ? code : undefined),
});
/** A pulse with certain values. */
const pulses = (codes: Readonly<Record<number, number>>): EventRule => ({
  kind: 'pulse',
  codeOf: (value) => codes[value],
});

/** Zones on the device: 0 left, 1 entered; 2 and 3 are over speed within the zone. */
const ZONE = pulses({ 0: EVENT.geofenceLeft, 1: EVENT.geofenceEntered, 3: EVENT.overSpeed });

/** Rules by the name of the parameter, so that they hold whatever its number in a family. */
const RULES: Readonly<Record<string, EventRule>> = {
  alarmButton: pulse(EVENT.panicButton),
  overspeedKmh: pulse(EVENT.overSpeed),
  // 2 to 5 are traces, 7 and 8 false alarms.
  crash: pulses({ 1: EVENT.collision, 6: EVENT.collision }),
  greenDrivingType: pulses({
    1: EVENT.harshAcceleration,
    2: EVENT.harshBraking,
    3: EVENT.harshCornering,
  }),
  autoGeofence: ZONE,
  motorcycleFall: pulse(EVENT.rollOver),
  towing: state(EVENT.towing),
  jamming: state(EVENT.signalJamming),
  gnssJamming: state(EVENT.signalJamming),
  idling: state(EVENT.excessiveIdling),
  unplugged: state(EVENT.powerDisconnected),
  tampering: state(EVENT.tampering),
  mobileyePedestrianWarning: pulse(EVENT.pedestrian),
  mobileyeForwardCollision: pulse(EVENT.forwardCollision),
  mobileyeLaneLeft: pulse(EVENT.laneDeparture),
  mobileyeLaneRight: pulse(EVENT.laneDeparture),
  mobileyeTampering: state(EVENT.tampering),
};

/** Rules of cameras at a serial port, by the name without the number of the port. */
const CAMERA_RULES: Readonly<Record<string, EventRule>> = {
  Drowsiness: pulse(EVENT.driverFatigue),
  Yawning: pulse(EVENT.driverFatigue),
  Distraction: pulse(EVENT.distraction),
  Phone: pulse(EVENT.phoneUse),
  Smoking: pulse(EVENT.smoking),
  DriverAbsent: pulse(EVENT.driverAbsent),
};

/** The rule of a parameter; null if it means no event. */
export function eventRuleOf(name: string): EventRule | null {
  if (name.startsWith('geofenceZone') && name !== 'geofenceZoneOverspeed') return ZONE;
  if (name.startsWith('dsm')) return CAMERA_RULES[name.slice('dsm1'.length)] ?? null;
  return RULES[name] ?? null;
}
