import { InternalError } from '@roadworthy/domain';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, addressOf, api, callHeaders, pathOf } from '../../api/client.ts';
import type { LiveSession } from './video-live-modes.ts';

export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'open'; readonly session: LiveSession }
  /** Never started; with the server's text if it was rejected. */
  | { readonly status: 'failed'; readonly detail: string | null }
  /** The session has expired, or was ended elsewhere. */
  | { readonly status: 'ended' };

/** Ends a session (RP-14); also while the tab closes, so the API client cannot be used. */
function endSession(id: number): void {
  void fetch(addressOf(pathOf('videoLive', 'end'), { params: { id } }), {
    method: 'DELETE',
    headers: callHeaders(),
    keepalive: true,
  }).catch(() => undefined);
}

const begin = (vehicle: number) => api.videoLive.begin({ body: { vehicle }, quiet: true });

/**
 * A live session of a vehicle while the component is mounted: started by RP-13, ended by RP-14,
 * also when the tab closes.
 */
export function useLiveSession(vehicleId: number): {
  readonly state: SessionState;
  /** Starts another one after an error or the end. */
  readonly restart: () => void;
  /** The socket reported the end. */
  readonly ended: () => void;
  /**
   * Returns a session with a fresh ticket for another connection; the first call returns the
   * initial one.
   */
  readonly ticket: () => Promise<LiveSession>;
} {
  const [state, setState] = useState<SessionState>({ status: 'starting' });
  const [attempt, setAttempt] = useState(0);
  const running = useRef<LiveSession | null>(null);
  const fresh = useRef<LiveSession | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts another session
  useEffect(() => {
    let isGone = false;
    setState({ status: 'starting' });
    begin(vehicleId).then(
      (session) => {
        if (isGone) return endSession(session.id);
        running.current = session;
        fresh.current = session;
        setState({ status: 'open', session });
      },
      (error: unknown) => {
        const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
        if (!isGone) setState({ status: 'failed', detail: isRefused ? error.message : null });
      },
    );
    const stop = () => {
      if (running.current !== null) endSession(running.current.id);
      running.current = null;
    };
    window.addEventListener('pagehide', stop);
    return () => {
      isGone = true;
      window.removeEventListener('pagehide', stop);
      stop();
    };
  }, [vehicleId, attempt]);

  const ended = useCallback(() => setState({ status: 'ended' }), []);
  const endsAt = state.status === 'open' ? state.session.ends_at : null;
  useEffect(() => {
    if (endsAt === null) return;
    const timer = setTimeout(ended, Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt, ended]);

  const ticket = useCallback(async () => {
    const unused = fresh.current;
    fresh.current = null;
    if (unused !== null) return unused;
    const session = await begin(vehicleId);
    if (running.current === null) {
      endSession(session.id);
      throw new InternalError('video_live.dialog_closed');
    }
    endSession(running.current.id);
    running.current = session;
    return session;
  }, [vehicleId]);

  const restart = useCallback(() => setAttempt((before) => before + 1), []);
  return { state, restart, ended, ticket };
}
