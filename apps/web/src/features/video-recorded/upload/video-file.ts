/** Requirement F-P03: limits of the server. */
export const MOST_UPLOAD_BYTES = 2_000_000_000;
const LIMIT_MS = 5000;

/** The reason why a file cannot be uploaded; null if it can. */
export function fileFault(file: File): string | null {
  const isMp4 = file.type === 'video/mp4' || /\.(mp4|m4v)$/i.test(file.name);
  if (!isMp4) return 'historic.upload.notMp4';
  if (file.size === 0) return 'historic.upload.empty';
  return file.size > MOST_UPLOAD_BYTES ? 'historic.upload.tooLarge' : null;
}

/**
 * The probable start time of a video: cameras close a file after its last frame, so it ends at the
 * time of the last change. An estimate that the user can correct.
 *
 * @returns ms since 1970 UTC
 */
export function probableStartMs(file: Pick<File, 'lastModified'>, lengthMs: number): number {
  return Math.floor((file.lastModified - lengthMs) / 1000) * 1000;
}

/** The duration of a video from its metadata, ms; 0 if unknown. */
export function durationOfVideo(file: File): Promise<number> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  return new Promise<number>((done) => {
    const timer = setTimeout(() => done(0), LIMIT_MS);
    const end = (lengthMs: number) => {
      clearTimeout(timer);
      done(Number.isFinite(lengthMs) ? lengthMs : 0);
    };
    video.preload = 'metadata';
    video.onloadedmetadata = () => end(video.duration * 1000);
    video.onerror = () => end(0);
    video.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}
