import { InternalError } from '@roadworthy/domain';
import { PLACES, ROADS } from '@roadworthy/domain/geography';

/** WGS 84 degrees. */
export interface LatLon {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

export type RoadKind = 'motorway' | 'primary' | 'local';

/** A stretch of a route: to this point, on this kind of road. */
export interface RoutePoint extends LatLon {
  readonly kind: RoadKind;
  readonly lengthM: number;
}

interface Edge {
  readonly to: number;
  readonly lengthM: number;
  readonly kind: RoadKind;
}

const EARTH_RADIUS_M = 6_371_008.8;
/** Points of different roads within this distance form a junction. */
const JUNCTION_M = 6000;
/** Cost factors: slower roads cost more, so that routes prefer motorways. */
const RELUCTANCE: Readonly<Record<RoadKind, number>> = { motorway: 1, primary: 1.35, local: 2.2 };

/** Great-circle distance in metres. */
export function distanceM(a: LatLon, b: LatLon): number {
  const rad = Math.PI / 180;
  const dLat = (b.latitudeDeg - a.latitudeDeg) * rad;
  const dLon = (b.longitudeDeg - a.longitudeDeg) * rad;
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.latitudeDeg * rad) * Math.cos(b.latitudeDeg * rad) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The roads of the offline map as a graph, with every known place joined to its nearest road. */
export class RoadGraph {
  readonly #points: LatLon[] = [];
  readonly #edges: Edge[][] = [];
  readonly #places = new Map<string, number>();
  readonly #routes = new Map<string, RoutePoint[]>();

  constructor() {
    const roadOf: number[] = [];
    ROADS.forEach(({ path, kind }, road) => {
      let before: number | null = null;
      for (const [longitudeDeg, latitudeDeg] of path) {
        const node = this.#add({ latitudeDeg, longitudeDeg });
        roadOf[node] = road;
        if (before !== null) this.#join(before, node, kind);
        before = node;
      }
    });
    this.#joinJunctions(roadOf);
    const roadNodes = this.#points.length;
    for (const place of PLACES) {
      const node = this.#add(place);
      this.#places.set(place.name, node);
      this.#join(node, this.#nearest(place, roadNodes), 'local');
    }
  }

  /**
   * The route from one known place to another, without the start point.
   *
   * @throws InternalError for an unknown place, or if no route exists
   */
  route(from: string, to: string): readonly RoutePoint[] {
    const key = `${from}→${to}`;
    const known = this.#routes.get(key);
    if (known !== undefined) return known;
    const start = this.#places.get(from);
    const goal = this.#places.get(to);
    if (start === undefined || goal === undefined)
      throw new InternalError('road_graph.place_unknown', { key });
    const found = this.#shortest(start, goal);
    if (found === null) throw new InternalError('road_graph.no_route', { key });
    this.#routes.set(key, found);
    return found;
  }

  #add({ latitudeDeg, longitudeDeg }: LatLon): number {
    this.#points.push({ latitudeDeg, longitudeDeg });
    this.#edges.push([]);
    return this.#points.length - 1;
  }

  #join(a: number, b: number, kind: RoadKind): void {
    const lengthM = distanceM(this.#points[a] as LatLon, this.#points[b] as LatLon);
    this.#edges[a]?.push({ to: b, lengthM, kind });
    this.#edges[b]?.push({ to: a, lengthM, kind });
  }

  #joinJunctions(roadOf: readonly number[]): void {
    for (let a = 0; a < roadOf.length; a += 1) {
      for (let b = a + 1; b < roadOf.length; b += 1) {
        if (roadOf[a] === roadOf[b]) continue;
        const from = this.#points[a] as LatLon;
        const to = this.#points[b] as LatLon;
        if (Math.abs(from.latitudeDeg - to.latitudeDeg) > 0.06) continue;
        if (distanceM(from, to) < JUNCTION_M) this.#join(a, b, 'primary');
      }
    }
  }

  #nearest(place: LatLon, among: number): number {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let node = 0; node < among; node += 1) {
      const distance = distanceM(place, this.#points[node] as LatLon);
      if (distance < least) {
        least = distance;
        nearest = node;
      }
    }
    return nearest;
  }

  /** Dijkstra over a few thousand nodes: a linear scan for the nearest is fast enough. */
  #shortest(start: number, goal: number): RoutePoint[] | null {
    const cost = new Map<number, number>([[start, 0]]);
    const cameBy = new Map<number, { from: number; edge: Edge }>();
    const open = new Set([start]);
    const done = new Set<number>();
    while (open.size > 0) {
      let at = -1;
      for (const node of open) {
        if (at < 0 || (cost.get(node) ?? 0) < (cost.get(at) ?? 0)) at = node;
      }
      if (at === goal) break;
      open.delete(at);
      done.add(at);
      for (const edge of this.#edges[at] ?? []) {
        if (done.has(edge.to)) continue;
        const through = (cost.get(at) ?? 0) + edge.lengthM * RELUCTANCE[edge.kind];
        if (through >= (cost.get(edge.to) ?? Number.POSITIVE_INFINITY)) continue;
        cost.set(edge.to, through);
        cameBy.set(edge.to, { from: at, edge });
        open.add(edge.to);
      }
    }
    if (!cameBy.has(goal) && goal !== start) return null;
    const route: RoutePoint[] = [];
    for (let at = goal; at !== start; ) {
      const step = cameBy.get(at);
      if (step === undefined) return null;
      const { kind, lengthM } = step.edge;
      route.push({ ...(this.#points[at] as LatLon), kind, lengthM });
      at = step.from;
    }
    return route.reverse();
  }
}
