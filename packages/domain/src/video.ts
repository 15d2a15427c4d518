/** Steps of a request's duration, seconds (requirement F-37). */
export const VIDEO_DURATION_STEP_S = 5;
/** Length of a recorded clip request, seconds (requirement F-38). */
export const RECORDED_DURATION_S = { min: 30, max: 120, initial: 30 } as const;
/** Length of a live request, seconds (requirement F-39, OP-024). */
export const LIVE_DURATION_S = { min: 0, max: 30, initial: 15 } as const;
/** How far back the request dialog reaches where the device lists no footage (requirement F-P04). */
export const FOOTAGE_DAYS_UNKNOWN = 7;
/** Hours that a request waits for a device that is not connected. */
export const VIDEO_WAIT_HOURS = 48;
/** Maximum cameras that are requested, and played in sync, at once. */
export const MAX_REQUEST_CAMERAS = 4;

export const VIDEO_REQUEST_STATES = ['requested', 'uploading', 'ready', 'failed'] as const;
export const VIDEO_REQUEST_KINDS = ['requested', 'event', 'uploaded'] as const;

/**
 * Reasons why a request waits (the first three, while its state is `requested`) or failed. The locale
 * files hold the texts under `videoError.<code>`.
 */
export const VIDEO_ERRORS = [
  'device_offline',
  'device_busy',
  'interrupted',
  'refused',
  'timeout',
  'no_recording',
  'unsupported',
  'too_large',
  'bad_file',
  'quota_full',
  'disk_full',
  'store_down',
  'cancelled',
  'no_camera',
] as const;
export type VideoError = (typeof VIDEO_ERRORS)[number];

/** A rule that requests a clip when an event occurs. */
export interface ClipRule {
  readonly eventCode: number;
  readonly isActive: boolean;
  readonly beforeS: number;
  readonly afterS: number;
  /** Empty for all cameras of the vehicle. */
  readonly cameras: readonly number[];
}

/** Default seconds of a clip before and after its event. */
export const CLIP_AROUND_S = 10;

/**
 * Codes of events that request a clip by default: harsh braking, collision, roll-over, panic button
 * and the collision warnings of driver assistance. Lane departures and distance warnings occur by the
 * hundred a day, so customers have to select them.
 */
export const CLIP_EVENT_CODES = [41, 45, 46, 50, 75, 78, 85, 86] as const;
