import type { AnswerOf, contract } from '@roadworthy/contract';
import { served } from '../../api/bases.ts';
import type { TrailPoint } from './video-live-trail.ts';

/** An item of; empty for a camera that is not active (requirement F-23). */
export type VideoItem = AnswerOf<typeof contract.videoLive.snapshots>[number];

/** The URL of an item under the configured video host (requirement F-27, W-23). */
export function onVideoHost(host: string, url: string): string {
  if (/^[a-z]+:/i.test(url)) return url;
  return host === '' ? served(url) : host.replace(/\/$/, '') + url;
}

/** The newest position in a reply, with whether the vehicle moves; null if there is none. */
export function placeOf(
  items: readonly VideoItem[],
): { point: TrailPoint; isMoving: boolean | undefined } | null {
  let newest: { point: TrailPoint; isMoving: boolean | undefined } | null = null;
  for (const { Latitude, Longitude, Heading, EndDateTime, Moving } of items) {
    if (Latitude == null || Longitude == null || EndDateTime === undefined) continue;
    const timeMs = Date.parse(EndDateTime);
    if (newest !== null && newest.point.timeMs >= timeMs) continue;
    newest = {
      point: {
        latitudeDeg: Latitude,
        longitudeDeg: Longitude,
        directionDeg: Heading ?? 0,
        timeMs,
      },
      isMoving: Moving,
    };
  }
  return newest;
}

/** The camera of an item: as given, else by its index in the list. */
export const cameraOf = (item: VideoItem, index: number): number => item.Camera ?? index + 1;

/**
 * The cells of the camera grid: every camera, and empty ones up to the next multiple of four
 * (requirements F-22, F-23).
 */
export function gridCells<T>(cameras: readonly T[]): (T | null)[] {
  const cells = Math.ceil(cameras.length / 4) * 4;
  return Array.from({ length: cells }, (_, index) => cameras[index] ?? null);
}
