import clip from './prepared-clip.json' with { type: 'json' };

/** A whole frame as Annex B; key frames include the parameter sets. */
export interface CodedPicture {
  readonly isKeyFrame: boolean;
  readonly data: Buffer;
}

/**
 * Two seconds of the road ahead (constrained baseline H.264, made with ffmpeg), which can be repeated: 25 frames,
 * the first of which is a key frame.
 *
 * @param size 1280 × 720 (`main`) or 640 × 360 (`sub`)
 */
export const preparedClip = (size: 'main' | 'sub'): CodedPicture[] =>
  clip[size].map((frame, index) => ({
    isKeyFrame: index === 0,
    data: Buffer.from(frame, 'base64'),
  }));
