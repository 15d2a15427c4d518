import { encodeJpeg } from './jpeg.ts';
import type { Moment } from './moment.ts';
import { Picture } from './picture.ts';
import { drawScene } from './scene.ts';

/** Sizes by the resolution number of 8801 (JT/T 808); all ours are 16:9. */
const SIZES: Readonly<Record<number, readonly [widthPx: number, heightPx: number]>> = {
  1: [320, 180],
  2: [640, 360],
  3: [640, 360],
  4: [960, 540],
  5: [320, 180],
  6: [320, 180],
};
const LARGE = [1280, 720] as const;

/** Photographs a channel's view as JPEG. */
export function photograph(
  { channel, name, moment }: { channel: number; name: string; moment: Moment },
  resolution: number,
  quality: number,
): Buffer {
  const [widthPx, heightPx] = SIZES[resolution] ?? LARGE;
  const picture = new Picture(widthPx, heightPx);
  drawScene(picture, channel, name, moment);
  return encodeJpeg(picture, Math.max(1, Math.min(10, quality)));
}
