import { EVENT } from './event-codes.ts';

/**
 * The catalogue of vehicle events. The first eight codes are the specification's (requirements E-24 to
 * E-31); the others are ours (device-protocols, section 10), and all lie above 5, so that they are
 * selected by default (requirement E-21).
 *
 * A `pulse` happens once. A `state` lasts: it counts when it begins, and its end is stored with it.
 */
export const EVENT_TYPES = [
  { eventCode: EVENT.ignitionOn, name: 'Ignition On', kind: 'pulse', group: 'ignition' },
  { eventCode: EVENT.ignitionOff, name: 'Ignition Off', kind: 'pulse', group: 'ignition' },
  {
    eventCode: EVENT.harshAcceleration,
    name: 'Harsh Acceleration',
    kind: 'pulse',
    group: 'behaviour',
  },
  { eventCode: EVENT.harshBraking, name: 'Harsh Braking', kind: 'pulse', group: 'behaviour' },
  { eventCode: EVENT.harshCornering, name: 'Harsh Cornering', kind: 'pulse', group: 'behaviour' },
  { eventCode: EVENT.overSpeed, name: 'Over Speed', kind: 'state', group: 'behaviour' },
  { eventCode: EVENT.collision, name: 'Collision', kind: 'pulse', group: 'safety' },
  { eventCode: EVENT.rollOver, name: 'Roll-over', kind: 'state', group: 'safety' },
  { eventCode: EVENT.excessiveIdling, name: 'Excessive Idling', kind: 'state', group: 'behaviour' },
  {
    eventCode: EVENT.towing,
    name: 'Towing or Unauthorised Movement',
    kind: 'state',
    group: 'safety',
  },
  { eventCode: EVENT.shock, name: 'Shock', kind: 'pulse', group: 'safety' },
  { eventCode: EVENT.panicButton, name: 'Panic Button', kind: 'pulse', group: 'safety' },
  { eventCode: EVENT.beaconLights, name: 'Beacon Lights Active', kind: 'state', group: 'vehicle' },
  { eventCode: EVENT.runLock, name: 'Run Lock Active', kind: 'state', group: 'vehicle' },
  { eventCode: EVENT.geofenceEntered, name: 'Geofence Entered', kind: 'pulse', group: 'geofence' },
  { eventCode: EVENT.geofenceLeft, name: 'Geofence Left', kind: 'pulse', group: 'geofence' },
  {
    eventCode: EVENT.powerDisconnected,
    name: 'Power Disconnected',
    kind: 'state',
    group: 'device',
  },
  { eventCode: EVENT.powerRestored, name: 'Power Restored', kind: 'state', group: 'device' },
  { eventCode: EVENT.lowBattery, name: 'Low Battery', kind: 'state', group: 'device' },
  { eventCode: EVENT.tampering, name: 'Device Tampered With', kind: 'state', group: 'device' },
  { eventCode: EVENT.signalJamming, name: 'Signal Jamming', kind: 'state', group: 'device' },
  { eventCode: EVENT.doorOpened, name: 'Door Opened', kind: 'state', group: 'vehicle' },
  {
    eventCode: EVENT.geofenceDwellExceeded,
    name: 'Geofence Dwell Exceeded',
    kind: 'state',
    group: 'geofence',
  },
  {
    eventCode: EVENT.temperatureOutOfRange,
    name: 'Temperature Out of Range',
    kind: 'state',
    group: 'vehicle',
  },
  { eventCode: EVENT.tyrePressure, name: 'Tyre Pressure', kind: 'state', group: 'vehicle' },
  { eventCode: EVENT.fuelAbnormal, name: 'Fuel Abnormal', kind: 'state', group: 'vehicle' },
  { eventCode: EVENT.fuelTheft, name: 'Suspected Fuel Theft', kind: 'pulse', group: 'safety' },
  { eventCode: EVENT.driverIdentified, name: 'Driver Identified', kind: 'pulse', group: 'driver' },
  { eventCode: EVENT.driverSignedOut, name: 'Driver Signed Out', kind: 'pulse', group: 'driver' },
  {
    eventCode: EVENT.forwardCollision,
    name: 'Forward Collision Warning',
    kind: 'pulse',
    group: 'camera',
  },
  { eventCode: EVENT.laneDeparture, name: 'Lane Departure', kind: 'pulse', group: 'camera' },
  {
    eventCode: EVENT.followingTooClose,
    name: 'Following Too Close',
    kind: 'pulse',
    group: 'camera',
  },
  { eventCode: EVENT.pedestrian, name: 'Pedestrian Warning', kind: 'pulse', group: 'camera' },
  {
    eventCode: EVENT.frequentLaneChanges,
    name: 'Frequent Lane Changes',
    kind: 'pulse',
    group: 'camera',
  },
  { eventCode: EVENT.roadSignExceeded, name: 'Road Sign Exceeded', kind: 'pulse', group: 'camera' },
  { eventCode: EVENT.obstacle, name: 'Obstacle Warning', kind: 'pulse', group: 'camera' },
  { eventCode: EVENT.roadSignSeen, name: 'Road Sign Seen', kind: 'pulse', group: 'camera' },
  {
    eventCode: EVENT.cameraPhotoTaken,
    name: 'Camera Picture Taken',
    kind: 'pulse',
    group: 'camera',
  },
  {
    eventCode: EVENT.solidLineCrossed,
    name: 'Solid Line Crossed / Lane Change',
    kind: 'pulse',
    group: 'camera',
  },
  { eventCode: EVENT.driverFatigue, name: 'Driver Fatigue', kind: 'pulse', group: 'camera' },
  { eventCode: EVENT.phoneUse, name: 'Phone Use', kind: 'pulse', group: 'camera' },
  { eventCode: EVENT.smoking, name: 'Smoking', kind: 'pulse', group: 'camera' },
  { eventCode: EVENT.distraction, name: 'Distraction', kind: 'pulse', group: 'camera' },
  {
    eventCode: EVENT.driverAbsent,
    name: 'Driver Absent or Abnormal',
    kind: 'pulse',
    group: 'camera',
  },
  {
    eventCode: EVENT.driverCameraBlocked,
    name: 'Driver Camera Blocked',
    kind: 'state',
    group: 'camera',
  },
  { eventCode: EVENT.noSeatBelt, name: 'No Seat Belt', kind: 'pulse', group: 'camera' },
  { eventCode: EVENT.handsOffWheel, name: 'Hands Off Wheel', kind: 'pulse', group: 'camera' },
  {
    eventCode: EVENT.drivingTimeExceeded,
    name: 'Driving Time Exceeded',
    kind: 'state',
    group: 'driver',
  },
  { eventCode: EVENT.blindSpotRear, name: 'Blind Spot Rear', kind: 'pulse', group: 'camera' },
  { eventCode: EVENT.blindSpotLeft, name: 'Blind Spot Left', kind: 'pulse', group: 'camera' },
  { eventCode: EVENT.blindSpotRight, name: 'Blind Spot Right', kind: 'pulse', group: 'camera' },
  { eventCode: EVENT.otherCameraAlarm, name: 'Other Camera Alarm', kind: 'pulse', group: 'camera' },
  { eventCode: EVENT.videoSignalLost, name: 'Video Signal Lost', kind: 'state', group: 'camera' },
  { eventCode: EVENT.cameraFault, name: 'Camera Fault or Covered', kind: 'state', group: 'camera' },
  {
    eventCode: EVENT.videoStorageFault,
    name: 'Video Storage Fault',
    kind: 'state',
    group: 'camera',
  },
  { eventCode: EVENT.deviceOffline, name: 'Device Offline', kind: 'state', group: 'device' },
  {
    eventCode: EVENT.implausiblePosition,
    name: 'Implausible Position',
    kind: 'pulse',
    group: 'device',
  },
  {
    eventCode: EVENT.connectionTakenOver,
    name: 'Device Connection Taken Over',
    kind: 'pulse',
    group: 'device',
  },
  {
    eventCode: EVENT.connectionRefused,
    name: 'Device Connection Refused',
    kind: 'pulse',
    group: 'device',
  },
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
export type EventCode = EventType['eventCode'];
export type EventGroup = EventType['group'];

const BY_CODE: ReadonlyMap<number, EventType> = new Map(
  EVENT_TYPES.map((type) => [type.eventCode, type]),
);

/** The type of an event code, or undefined for a code that is not in the catalogue. */
export function eventType(code: number): EventType | undefined {
  return BY_CODE.get(code);
}

/** Codes up to this one are not selected by default (requirement E-21). */
export const LAST_UNSELECTED_EVENT_CODE = 5;
/** A code that is never sent: "no choice" (requirement E-32). */
export const NO_EVENT_CODE = -1;

/** Faults of the whole installation; administrators have them among their alerts while they last. */
export const INSTALLATION_WARNINGS = [
  'clock_behind',
  'clock_differs',
  'disk_nearly_full',
  'map_file_unusable',
] as const;
export type InstallationWarningCode = (typeof INSTALLATION_WARNINGS)[number];

/** Severity of an alert. */
export const ALERT_SEVERITIES = ['information', 'warning', 'critical'] as const;
