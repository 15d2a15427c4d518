import { InternalError } from '@roadworthy/domain';
import { z } from 'zod';
import type { MatchedLeg, MatchPoint } from '../../../../engines/matched-trail.ts';
import { boundedBody } from '../../../../platform/response-body.ts';

/** Coordinates per request: OSRM's default limit (max-matching-size). */
export const MAX_COORDINATES = 100;
/** Maximum distance of a position from its road, m: the error of a fix between buildings. */
const RADIUS_M = 25;
const TIMEOUT_MS = 8000;
/** A response for a hundred coordinates has a few dozen KB; a longer one is not from OSRM. */
const MAX_ANSWER_BYTES = 4_000_000;

const answer = z.object({
  code: z.string(),
  matchings: z
    .array(
      z.object({
        geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])) }),
        legs: z.array(z.object({ annotation: z.object({ distance: z.array(z.number()) }) })),
      }),
    )
    .default([]),
  tracepoints: z
    .array(z.object({ matchings_index: z.int(), waypoint_index: z.int() }).nullable())
    .default([]),
});

function questionOf(baseUrl: string, points: readonly MatchPoint[]): string {
  const coordinates = points
    .map(({ longitudeDeg, latitudeDeg }) => `${longitudeDeg.toFixed(6)},${latitudeDeg.toFixed(6)}`)
    .join(';');
  const query = new URLSearchParams({
    geometries: 'geojson',
    overview: 'full',
    annotations: 'distance',
    timestamps: points.map(({ timeMs }) => Math.round(timeMs / 1000)).join(';'),
    radiuses: points.map(() => RADIUS_M).join(';'),
  });
  return `${baseUrl}/match/v1/driving/${coordinates}?${query}`;
}

type Answer = z.output<typeof answer>;

/** The legs of one matching; none if its waypoints and legs do not match. */
function legsOf({ matchings, tracepoints }: Answer, index: number): MatchedLeg[] {
  const matching = matchings[index];
  if (matching === undefined) return [];
  const { geometry, legs } = matching;
  const corners = geometry.coordinates.map(([longitudeDeg, latitudeDeg]) => ({
    longitudeDeg,
    latitudeDeg,
  }));
  const counts = legs.map(({ annotation }) => annotation.distance.length);
  if (counts.reduce((sum, count) => sum + count, 0) !== corners.length - 1) return [];
  const numbers = tracepoints.flatMap((point, n) => (point?.matchings_index === index ? [n] : []));
  let at = 0;
  return counts.flatMap((count, leg) => {
    const path = corners.slice(at, at + count + 1);
    at += count;
    const [from, to] = [numbers[leg], numbers[leg + 1]];
    return from === undefined || to === undefined ? [] : [{ from, to, path }];
  });
}

/**
 * Requests the roads of a part of a trail from OSRM's match service.
 *
 * @param baseUrl without the path of the service, for example http://osrm:5000
 * @param points at most {@link MAX_COORDINATES}, by time
 * @returns no legs if no road matches
 * @throws InternalError if there is no valid response in time; its message contains no position
 */
export async function matchedLegs(
  baseUrl: string,
  points: readonly MatchPoint[],
  signal: AbortSignal,
): Promise<MatchedLeg[]> {
  try {
    const response = await fetch(questionOf(baseUrl, points), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'error',
    });
    const found = answer.parse(JSON.parse(String(await boundedBody(response, MAX_ANSWER_BYTES))));
    if (found.code === 'NoMatch' || found.code === 'NoSegment') return [];
    if (found.code !== 'Ok') throw new InternalError('osrm.failed', { code: found.code });
    return found.matchings.flatMap((_matching, index) => legsOf(found, index));
  } catch (error) {
    if (error instanceof InternalError) throw error;
    throw new InternalError('osrm.no_answer', {}, { cause: error });
  }
}
