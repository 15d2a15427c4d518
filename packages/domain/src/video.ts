/** Steps of a request's duration, seconds (requirement F-37). */
export const VIDEO_DURATION_STEP_S = 5;
/** Length of a recorded stretch that may be asked for, seconds (requirement F-38). */
export const RECORDED_DURATION_S = { min: 30, max: 120, initial: 30 } as const;
/** Length of a live request, seconds (requirement F-39, OP-024). */
export const LIVE_DURATION_S = { min: 0, max: 30, initial: 15 } as const;
/** How far back the request dialog reaches where the device tells of no footage (requirement F-P04). */
export const FOOTAGE_DAYS_UNKNOWN = 7;
/** A request waits this long for a device that is not connected, hours. */
export const VIDEO_WAIT_HOURS = 48;
/** Cameras that are asked for, and played in step, at once. */
export const MAX_REQUEST_CAMERAS = 4;

export const VIDEO_REQUEST_STATES = ['requested', 'uploading', 'ready', 'failed'] as const;
export const VIDEO_REQUEST_KINDS = ['requested', 'event', 'uploaded'] as const;

/**
 * Why a request waits (the first three, while its state is `requested`) or failed. Their texts stand in
 * the locale files under `videoError.<code>`.
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

/** A rule by which an event asks for a clip. */
export interface ClipRule {
  readonly eventCode: number;
  readonly isActive: boolean;
  readonly beforeS: number;
  readonly afterS: number;
  /** Empty for all cameras of the vehicle. */
  readonly cameras: readonly number[];
}

/** Seconds of a clip before and after its event, where nothing else is said. */
export const CLIP_AROUND_S = 10;

/**
 * Codes of events that ask for a clip where the customer has said nothing else: harsh braking,
 * collision, roll-over, panic button and what driver assistance warns of before a collision. Lane
 * departures and distance warnings come by the hundred a day: they may, but do not of themselves.
 */
export const CLIP_EVENT_CODES = [41, 45, 46, 50, 75, 78, 85, 86] as const;
