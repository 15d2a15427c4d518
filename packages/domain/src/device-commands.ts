/** What a device can be commanded to do, in the sequence of menus. */
export const DEVICE_COMMAND_KINDS = [
  'position',
  'interval',
  'output',
  'immobilise',
  'mobilise',
  'reboot',
  'configuration',
  'firmware',
  'custom',
] as const;

export type DeviceCommandKind = (typeof DEVICE_COMMAND_KINDS)[number];

/** Digital outputs of a device, counted from 1. */
export const MAX_DEVICE_OUTPUT = 4;

/** Reporting intervals in seconds that a command can set: the narrowest range of the protocols. */
export const REPORT_INTERVAL_S = { min: 10, max: 3600 } as const;

/** A command to a device, with its parameters. */
export type DeviceInstruction =
  | { readonly kind: Exclude<DeviceCommandKind, 'interval' | 'output' | 'custom'> }
  /** While the vehicle moves. */
  | { readonly kind: 'interval'; readonly seconds: number }
  | { readonly kind: 'output'; readonly output: number; readonly on: boolean }
  /** A text in the words of the device's maker. */
  | { readonly kind: 'custom'; readonly text: string };

/**
 * `waiting` for the device or for a stop; `sent`, not answered yet, or to a device that answers
 * nothing; `confirmed` by the device; `failed`; `expired` before it could be sent; `cancelled`.
 */
export const DEVICE_COMMAND_STATES = [
  'waiting',
  'sent',
  'confirmed',
  'failed',
  'expired',
  'cancelled',
] as const;

export type DeviceCommandState = (typeof DEVICE_COMMAND_STATES)[number];

/**
 * Why a command failed: the device refused it; it did not answer, so that it may have acted or not;
 * its settings are no longer complete; the vehicle has another device or none.
 */
export const DEVICE_COMMAND_FAILURES = [
  'refused',
  'no_answer',
  'not_offered',
  'device_moved',
] as const;

export type DeviceCommandFailure = (typeof DEVICE_COMMAND_FAILURES)[number];

/** A setting without which a device's command cannot be built. */
export const DEVICE_COMMAND_SETTINGS = ['password', 'immobiliser_output'] as const;

export type DeviceCommandSetting = (typeof DEVICE_COMMAND_SETTINGS)[number];

/**
 * A vehicle stands still if its last position is at most this old and has a speed of 0: the limit
 * covers the usual heartbeat of a parked device, but not a drive that has just begun unseen.
 */
export const STANDSTILL_MAX_AGE_S = 180;
