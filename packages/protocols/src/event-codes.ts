/** Codes of the event catalogue that Teltonika records report (`EVENT_TYPES` of the domain). */
export const EVENT = {
  harshAcceleration: 40,
  harshBraking: 41,
  harshCornering: 42,
  overSpeed: 43,
  collision: 45,
  excessiveIdling: 47,
  towing: 48,
  panicButton: 50,
  geofenceEntered: 56,
  geofenceLeft: 57,
  powerDisconnected: 58,
  signalJamming: 62,
} as const;
