import type { BodyOf, contract } from '@roadworthy/contract';
import {
  LIVE_DURATION_S,
  MAX_REQUEST_CAMERAS,
  RECORDED_DURATION_S,
  VIDEO_DURATION_STEP_S,
} from '@roadworthy/domain';
import { wrongField } from '../../../../platform/errors.ts';
import { keepsRecordings, type VehicleCamera } from '../../cameras/index.ts';

type Body = BodyOf<typeof contract.videoRecorded.create>;

/** Browser clocks are not exact: a period may end this far in the future of the server. */
const CLOCK_MARGIN_MS = 5000;

/**
 * Checks that a duration is allowed (requirements F-37 to F-39).
 *
 * @throws HttpError 400 for the field `duration`
 */
export function checkDuration({ duration, live }: Pick<Body, 'duration' | 'live'>): void {
  const { min, max } = live
    ? { min: VIDEO_DURATION_STEP_S, max: LIVE_DURATION_S.max }
    : RECORDED_DURATION_S;
  if (duration >= min && duration <= max && duration % VIDEO_DURATION_STEP_S === 0) return;
  throw wrongField('duration', {
    code: 'video.duration',
    params: { min, max, step: VIDEO_DURATION_STEP_S },
  });
}

/**
 * Checks that a period can have been recorded (requirements F-36, F-P04): not before the earliest
 * footage that the device reported, and not in the future. A live request is for footage to come.
 *
 * @throws HttpError 400 for the field `start`
 */
export function checkStart(
  { start, duration, live }: Pick<Body, 'start' | 'duration' | 'live'>,
  oldest: Date | null,
  nowMs: number,
): void {
  const startMs = Date.parse(start);
  if (live) {
    if (Math.abs(startMs - nowMs) > 60_000) {
      throw wrongField('start', 'video.live_starts_now');
    }
    return;
  }
  if (startMs + duration * 1000 > nowMs + CLOCK_MARGIN_MS) {
    throw wrongField('start', 'video.not_recorded_yet');
  }
  if (oldest !== null && startMs < oldest.getTime()) {
    throw wrongField('start', {
      code: 'video.earliest_footage',
      params: { from: oldest.toISOString().slice(0, 16).replace('T', ' ') },
    });
  }
}

/**
 * The requested cameras, by default all of the vehicle that support fetching recordings.
 *
 * @throws HttpError 400 for a vehicle without such a camera, or for an unknown camera
 */
export function chosenCameras(
  cameras: readonly VehicleCamera[],
  wanted: readonly number[] | undefined,
): VehicleCamera[] {
  if (cameras.length === 0) throw wrongField('vehicle', 'camera.none');
  const askable = cameras.filter(keepsRecordings);
  if (askable.length === 0) {
    throw wrongField('vehicle', 'camera.no_recordings');
  }
  if (wanted === undefined) return askable.slice(0, MAX_REQUEST_CAMERAS);
  const chosen = askable.filter(({ channel }) => wanted.includes(channel));
  if (chosen.length === new Set(wanted).size) return chosen;
  throw wrongField('cameras', 'camera.missing');
}
