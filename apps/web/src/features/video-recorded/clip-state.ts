import type { AnswerOf, contract } from '@roadworthy/contract';

/** A requested, event or uploaded clip (RP-12). */
export type Clip = AnswerOf<typeof contract.videoRecorded.read>;
export type ClipFile = Clip['files'][number];

/** How a clip's way looks to a person: each has its icon and word (F-P01). */
export type ClipPhase = 'queued' | 'offline' | 'transferring' | 'ready' | 'failed' | 'cancelled';

/** The phase of a clip: one that waits for its device is shown as such. */
export function phaseOf({ state, error }: Pick<Clip, 'state' | 'error'>): ClipPhase {
  if (state === 'ready') return 'ready';
  if (state === 'uploading') return 'transferring';
  if (state === 'failed') return error === 'cancelled' ? 'cancelled' : 'failed';
  return error === 'device_offline' ? 'offline' : 'queued';
}

/** Whether a clip still changes by itself. */
export function isUnderWay({ state, burnt_in }: Pick<Clip, 'state' | 'burnt_in'>): boolean {
  return state === 'requested' || state === 'uploading' || burnt_in === 'making';
}

const OFTEN_MS = 2000;
const SELDOM_MS = 5000;
const QUIET_MS = 30_000;

/**
 * When to ask again for clips: often while one is transferred, less often while one waits; clips that
 * events ask for appear within half a minute.
 */
export function pauseMs(clips: readonly Pick<Clip, 'state' | 'burnt_in'>[]): number {
  if (clips.some(({ state }) => state === 'uploading')) return OFTEN_MS;
  return clips.some(isUnderWay) ? SELDOM_MS : QUIET_MS;
}

/** The films of a clip, one a camera, in the order of the cameras. */
export function filmsOf(clip: Pick<Clip, 'files'>): ClipFile[] {
  return clip.files.filter(({ kind }) => kind === 'video').sort((a, b) => a.camera - b.camera);
}

/** The photographs of a clip, in the order of the cameras. */
export function picturesOf(clip: Pick<Clip, 'files'>): ClipFile[] {
  return clip.files.filter(({ kind }) => kind === 'picture').sort((a, b) => a.camera - b.camera);
}

/** Whether a clip is ready and has photographs, but no video. */
export function isPicturesOnly(clip: Pick<Clip, 'state' | 'files'>): boolean {
  return clip.state === 'ready' && filmsOf(clip).length === 0 && picturesOf(clip).length > 0;
}

/** Length of a clip as m:ss. */
export function formatLength(seconds: number): string {
  // A hair is added: a sum of pictures is often that much short of its second.
  const whole = Math.floor(seconds + 0.001);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
