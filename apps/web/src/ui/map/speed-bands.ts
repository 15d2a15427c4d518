import { type DistanceUnit, MILES_PER_KM } from '@roadworthy/domain';

/** Limits of the bands in the person's unit: walking pace, town, and the limits of lorries. */
const EDGES: Readonly<Record<DistanceUnit, readonly number[]>> = {
  MLS: [10, 30, 40, 50, 60],
  KMS: [20, 50, 70, 90, 110],
};

/** A speed band with its colour. */
export interface SpeedBand {
  /** In the person's unit. */
  readonly from: number;
  /** In the person's unit; null for the fastest band. */
  readonly to: number | null;
  /** Name of the design token. */
  readonly token: `speed-${1 | 2 | 3 | 4 | 5 | 6}`;
}

const TOKENS = ['speed-1', 'speed-2', 'speed-3', 'speed-4', 'speed-5', 'speed-6'] as const;

/** The speed bands of a line, slowest first. */
export function speedBands(unit: DistanceUnit): readonly SpeedBand[] {
  const edges = EDGES[unit];
  return TOKENS.map((token, n) => ({ token, from: edges[n - 1] ?? 0, to: edges[n] ?? null }));
}

/** The index of the band of a speed; a limit belongs to the faster band. */
export function speedBandOf(speedKmh: number, unit: DistanceUnit): number {
  const speed = unit === 'KMS' ? speedKmh : speedKmh * MILES_PER_KM;
  const edges = EDGES[unit];
  let band = 0;
  while (band < edges.length && speed >= (edges[band] ?? 0)) band += 1;
  return band;
}
