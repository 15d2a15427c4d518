import type { AnswerOf, contract } from '@roadworthy/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../../../api/client.ts';

export type SharedVehicle = AnswerOf<typeof contract.vehicleShares.follow>;

/** What the page shows. */
export type Followed =
  | { readonly state: 'opening' }
  /** `isOld`: the last update failed, so this is what was known before. */
  | { readonly state: 'open'; readonly vehicle: SharedVehicle; readonly isOld: boolean }
  | { readonly state: 'ended' }
  | { readonly state: 'failed' };

const EVERY_MS = 10_000;
/** The minimum length of a token; a shorter one was truncated. */
const LEAST_LENGTH = 20;
const REFUSED = new Set([400, 404, 410]);

/**
 * Follows the vehicle of the link of this page. Its token is in the fragment, which browsers do not
 * send to servers. Without a network the last answer stays, until the link expires.
 */
export function useFollowed(): { readonly followed: Followed; readonly update: () => void } {
  const [followed, setFollowed] = useState<Followed>({ state: 'opening' });
  const begun = useRef('');
  const update = useCallback(async () => {
    const token = location.hash.slice(1);
    if (token.length < LEAST_LENGTH) {
      setFollowed({ state: 'ended' });
      return;
    }
    const begins = begun.current !== token;
    // Before the answer, so that a second update meanwhile is no second view.
    begun.current = token;
    try {
      const vehicle = await api.vehicleShares.follow({ body: { token, begins }, quiet: true });
      setFollowed({ state: 'open', vehicle, isOld: false });
    } catch (error) {
      if (begins) begun.current = '';
      const isEnded = error instanceof ApiError && REFUSED.has(error.status);
      setFollowed((before) => {
        if (isEnded) return { state: 'ended' };
        if (before.state !== 'open') return { state: 'failed' };
        const isOver = Date.parse(before.vehicle.expires_at) <= Date.now();
        return isOver ? { state: 'ended' } : { ...before, isOld: true };
      });
    }
  }, []);
  useEffect(() => {
    const run = () => void update();
    // A hidden page asks for nothing; it updates when it is shown again.
    const timer = setInterval(() => document.hidden || run(), EVERY_MS);
    const shown = () => document.hidden || run();
    run();
    window.addEventListener('hashchange', run);
    document.addEventListener('visibilitychange', shown);
    return () => {
      clearInterval(timer);
      window.removeEventListener('hashchange', run);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [update]);
  return { followed, update: () => void update() };
}
