import { useCallback, useState } from 'react';
import type { SocketPosition } from './media/live-socket.ts';
import { placeOf, type VideoItem } from './video-live-items.ts';
import { grown, type LiveTrail, newTrail } from './video-live-trail.ts';

/**
 * The trail since the dialog was opened, extended by each reply (requirement F-19).
 *
 * @param headingDeg of the vehicle when opened, clockwise from north
 */
export function useLiveTrail(headingDeg: number): {
  readonly trail: LiveTrail;
  readonly onReply: (items: readonly VideoItem[]) => void;
  readonly onPosition: (position: SocketPosition) => void;
} {
  const [trail, setTrail] = useState(() => newTrail(headingDeg));
  const onReply = useCallback((items: readonly VideoItem[]) => {
    const place = placeOf(items);
    if (place !== null) setTrail((before) => grown(before, place.point, place.isMoving));
  }, []);
  const onPosition = useCallback((position: SocketPosition) => {
    const { latitude, longitude, heading, moving, at } = position;
    const point = {
      latitudeDeg: latitude,
      longitudeDeg: longitude,
      directionDeg: heading,
      timeMs: Date.parse(at),
    };
    setTrail((before) => grown(before, point, moving));
  }, []);
  return { trail, onReply, onPosition };
}
