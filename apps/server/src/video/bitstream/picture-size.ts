/** Size of the pictures as they are shown, before a pixel's shape is applied. */
export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
  /** A pixel's width to its height, for example 12 to 11. */
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

/** Largest picture that is believed: 8K, which no vehicle's camera sends. */
const MAX_SIDE_PX = 8192;

/** Table E-1 of H.264 and H.265: shapes of pixels by number. */
const SHAPES: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
];

/** The shape of a pixel by its number in the table; square where the number says nothing. */
export function pixelShape(index: number): readonly [number, number] {
  return SHAPES[index] ?? [1, 1];
}

/** @throws RangeError for a size that no camera has */
export function believable(size: PictureSize): PictureSize {
  const { widthPx, heightPx, pixelWidth, pixelHeight } = size;
  if (widthPx < 16 || heightPx < 16 || widthPx > MAX_SIDE_PX || heightPx > MAX_SIDE_PX) {
    throw new RangeError('the parameter set names a size that cannot be');
  }
  const isShape = pixelWidth > 0 && pixelHeight > 0;
  return isShape ? size : { ...size, pixelWidth: 1, pixelHeight: 1 };
}
