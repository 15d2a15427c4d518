/**
 * The catalogue of vehicle events. The first eight codes are the specification's (requirements E-24 to
 * E-31); the others are ours (device-protocols, section 10), and all lie above 5, so that they are
 * selected by default (requirement E-21).
 *
 * A `pulse` happens once. A `state` lasts: it counts when it begins, and its end is stored with it.
 */
export const EVENT_TYPES = [
  { eventCode: 4, name: 'Ignition On', kind: 'pulse', group: 'ignition' },
  { eventCode: 5, name: 'Ignition Off', kind: 'pulse', group: 'ignition' },
  { eventCode: 40, name: 'Harsh Acceleration', kind: 'pulse', group: 'behaviour' },
  { eventCode: 41, name: 'Harsh Braking', kind: 'pulse', group: 'behaviour' },
  { eventCode: 42, name: 'Harsh Cornering', kind: 'pulse', group: 'behaviour' },
  { eventCode: 43, name: 'Over Speed', kind: 'state', group: 'behaviour' },
  { eventCode: 45, name: 'Collision', kind: 'pulse', group: 'safety' },
  { eventCode: 46, name: 'Roll-over', kind: 'state', group: 'safety' },
  { eventCode: 47, name: 'Excessive Idling', kind: 'state', group: 'behaviour' },
  { eventCode: 48, name: 'Towing or Unauthorised Movement', kind: 'state', group: 'safety' },
  { eventCode: 49, name: 'Shock', kind: 'pulse', group: 'safety' },
  { eventCode: 50, name: 'Panic Button', kind: 'pulse', group: 'safety' },
  { eventCode: 52, name: 'Beacon Lights Active', kind: 'state', group: 'vehicle' },
  { eventCode: 53, name: 'Run Lock Active', kind: 'state', group: 'vehicle' },
  { eventCode: 56, name: 'Geofence Entered', kind: 'pulse', group: 'geofence' },
  { eventCode: 57, name: 'Geofence Left', kind: 'pulse', group: 'geofence' },
  { eventCode: 58, name: 'Power Disconnected', kind: 'state', group: 'device' },
  { eventCode: 59, name: 'Power Restored', kind: 'state', group: 'device' },
  { eventCode: 60, name: 'Low Battery', kind: 'state', group: 'device' },
  { eventCode: 61, name: 'Device Tampered With', kind: 'state', group: 'device' },
  { eventCode: 62, name: 'Signal Jamming', kind: 'state', group: 'device' },
  { eventCode: 63, name: 'Door Opened', kind: 'state', group: 'vehicle' },
  { eventCode: 64, name: 'Geofence Dwell Exceeded', kind: 'state', group: 'geofence' },
  { eventCode: 67, name: 'Temperature Out of Range', kind: 'state', group: 'vehicle' },
  { eventCode: 68, name: 'Tyre Pressure', kind: 'state', group: 'vehicle' },
  { eventCode: 69, name: 'Fuel Abnormal', kind: 'state', group: 'vehicle' },
  { eventCode: 71, name: 'Driver Identified', kind: 'pulse', group: 'driver' },
  { eventCode: 72, name: 'Driver Signed Out', kind: 'pulse', group: 'driver' },
  { eventCode: 75, name: 'Forward Collision Warning', kind: 'pulse', group: 'camera' },
  { eventCode: 76, name: 'Lane Departure', kind: 'pulse', group: 'camera' },
  { eventCode: 77, name: 'Following Too Close', kind: 'pulse', group: 'camera' },
  { eventCode: 78, name: 'Pedestrian Warning', kind: 'pulse', group: 'camera' },
  { eventCode: 79, name: 'Frequent Lane Changes', kind: 'pulse', group: 'camera' },
  { eventCode: 80, name: 'Road Sign Exceeded', kind: 'pulse', group: 'camera' },
  { eventCode: 81, name: 'Obstacle Warning', kind: 'pulse', group: 'camera' },
  { eventCode: 82, name: 'Road Sign Seen', kind: 'pulse', group: 'camera' },
  { eventCode: 83, name: 'Camera Picture Taken', kind: 'pulse', group: 'camera' },
  { eventCode: 84, name: 'Solid Line Crossed / Lane Change', kind: 'pulse', group: 'camera' },
  { eventCode: 85, name: 'Driver Fatigue', kind: 'pulse', group: 'camera' },
  { eventCode: 86, name: 'Phone Use', kind: 'pulse', group: 'camera' },
  { eventCode: 87, name: 'Smoking', kind: 'pulse', group: 'camera' },
  { eventCode: 88, name: 'Distraction', kind: 'pulse', group: 'camera' },
  { eventCode: 89, name: 'Driver Absent or Abnormal', kind: 'pulse', group: 'camera' },
  { eventCode: 90, name: 'Driver Camera Blocked', kind: 'state', group: 'camera' },
  { eventCode: 91, name: 'No Seat Belt', kind: 'pulse', group: 'camera' },
  { eventCode: 92, name: 'Hands Off Wheel', kind: 'pulse', group: 'camera' },
  { eventCode: 93, name: 'Driving Time Exceeded', kind: 'state', group: 'driver' },
  { eventCode: 95, name: 'Blind Spot Rear', kind: 'pulse', group: 'camera' },
  { eventCode: 96, name: 'Blind Spot Left', kind: 'pulse', group: 'camera' },
  { eventCode: 97, name: 'Blind Spot Right', kind: 'pulse', group: 'camera' },
  { eventCode: 99, name: 'Other Camera Alarm', kind: 'pulse', group: 'camera' },
  { eventCode: 100, name: 'Video Signal Lost', kind: 'state', group: 'camera' },
  { eventCode: 101, name: 'Camera Fault or Covered', kind: 'state', group: 'camera' },
  { eventCode: 102, name: 'Video Storage Fault', kind: 'state', group: 'camera' },
  { eventCode: 103, name: 'Device Offline', kind: 'state', group: 'device' },
  { eventCode: 104, name: 'Implausible Position', kind: 'pulse', group: 'device' },
  { eventCode: 105, name: 'Device Connection Taken Over', kind: 'pulse', group: 'device' },
  { eventCode: 106, name: 'Device Connection Refused', kind: 'pulse', group: 'device' },
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
export const INSTALLATION_WARNINGS = ['clock_behind', 'clock_differs', 'disk_nearly_full'] as const;
export type InstallationWarningCode = (typeof INSTALLATION_WARNINGS)[number];

/** Severity of an alert. */
export const ALERT_SEVERITIES = ['information', 'warning', 'critical'] as const;
