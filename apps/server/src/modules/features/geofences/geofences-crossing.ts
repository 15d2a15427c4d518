import findCrossings from 'geojson-polygon-self-intersections';
import { type LatLong, unwrapped } from '../../../engines/geofences/index.ts';

/** Where two edges of a polygon cross. */
interface Crossing {
  /** Whether both are edges of the outer ring. */
  readonly isOuter: boolean;
}

/** Thrown at the first crossing: a ring of 5,000 corners can have millions. */
class Found extends Error {
  constructor(readonly crossing: Crossing) {
    super('crossing');
  }
}

/**
 * The first crossing of edges of one ring or of two. Rings may touch.
 *
 * @param rings not closed, the outer one first
 */
export function firstCrossing(rings: readonly (readonly LatLong[])[]): Crossing | null {
  const [originLat, originLong] = rings[0]?.[0] ?? [0, 0];
  const closed = rings.map((ring) => {
    // Coordinates relative to an origin nearby are precise enough for a geofence of a few metres.
    const line = unwrapped([[originLat, originLong], ...ring]).slice(1);
    const moved = line.map(([lat, long]) => [long - originLong, lat - originLat]);
    return [...moved, moved[0] as number[]];
  });
  try {
    findCrossings(
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: closed },
      },
      {
        callbackFunction: ({ ring0, ring1 }) => {
          throw new Found({ isOuter: ring0 === 0 && ring1 === 0 });
        },
      },
    );
    return null;
  } catch (error) {
    if (error instanceof Found) return error.crossing;
    throw error;
  }
}
