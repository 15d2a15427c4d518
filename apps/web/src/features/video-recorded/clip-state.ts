import type { AnswerOf, contract } from '@roadworthy/contract';

/** A requested, event or uploaded clip (RP-12). */
export type Clip = AnswerOf<typeof contract.videoRecorded.read>;
export type ClipFile = Clip['files'][number];

/** The phases of a clip as shown, each with icon and word (F-P01). */
export type ClipPhase = 'queued' | 'offline' | 'transferring' | 'ready' | 'failed' | 'cancelled';

/** The phase of a clip; one that waits for its device is shown as such. */
export function phaseOf({ state, error }: Pick<Clip, 'state' | 'error'>): ClipPhase {
  if (state === 'ready') return 'ready';
  if (state === 'uploading') return 'transferring';
  if (state === 'failed') return error === 'cancelled' ? 'cancelled' : 'failed';
  return error === 'device_offline' ? 'offline' : 'queued';
}

/** Whether a clip can still change by itself. */
export function isUnderWay({ state, burnt_in }: Pick<Clip, 'state' | 'burnt_in'>): boolean {
  return state === 'requested' || state === 'uploading' || burnt_in === 'making';
}

const OFTEN_MS = 2000;
const SELDOM_MS = 5000;
const QUIET_MS = 30_000;

/**
 * The refresh interval of clips: short during a transfer, longer while one waits; clips requested
 * by events appear within half a minute.
 */
export function pauseMs(clips: readonly Pick<Clip, 'state' | 'burnt_in'>[]): number {
  if (clips.some(({ state }) => state === 'uploading')) return OFTEN_MS;
  return clips.some(isUnderWay) ? SELDOM_MS : QUIET_MS;
}

/** The videos of a clip, one per camera, in camera order. */
export function filmsOf(clip: Pick<Clip, 'files'>): ClipFile[] {
  return clip.files.filter(({ kind }) => kind === 'video').sort((a, b) => a.camera - b.camera);
}

/** The photos of a clip, in camera order. */
export function recordPhotos(clip: Pick<Clip, 'files'>): ClipFile[] {
  return clip.files.filter(({ kind }) => kind === 'picture').sort((a, b) => a.camera - b.camera);
}

/** Whether a clip is ready and has photos, but no video. */
export function isPicturesOnly(clip: Pick<Clip, 'state' | 'files'>): boolean {
  return clip.state === 'ready' && filmsOf(clip).length === 0 && recordPhotos(clip).length > 0;
}

/** Duration of a clip as m:ss. */
export function formatLength(seconds: number): string {
  // Add a tolerance: the sum of frame durations is often slightly below a full second.
  const whole = Math.floor(seconds + 0.001);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
