import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, addressOf, api, callHeaders, pathOf } from '../../api/client.ts';
import type { LiveSession } from './video-live-modes.ts';

export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'open'; readonly session: LiveSession }
  /** Never begun; with the server's own sentence where it refused. */
  | { readonly status: 'failed'; readonly detail: string | null }
  /** Its time is over, or it was ended elsewhere. */
  | { readonly status: 'ended' };

/** Ends a session (RP-14); also while the tab closes, hence not by the client. */
function endSession(id: number): void {
  void fetch(addressOf(pathOf('videoLive', 'end'), { params: { id } }), {
    method: 'DELETE',
    headers: callHeaders(),
    keepalive: true,
  }).catch(() => undefined);
}

const begin = (vehicle: number) => api.videoLive.begin({ body: { vehicle }, quiet: true });

/**
 * A live session of a vehicle for as long as the caller is there: begun by RP-13, ended by RP-14,
 * also when the tab closes.
 */
export function useLiveSession(vehicleId: number): {
  readonly state: SessionState;
  /** Begins another one after a failure or the end. */
  readonly restart: () => void;
  /** The socket said that it is over. */
  readonly ended: () => void;
  /** A session with a fresh ticket, for another try of the socket: the first use has the one begun. */
  readonly ticket: () => Promise<LiveSession>;
} {
  const [state, setState] = useState<SessionState>({ status: 'starting' });
  const [attempt, setAttempt] = useState(0);
  const running = useRef<LiveSession | null>(null);
  const fresh = useRef<LiveSession | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins another session
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
      throw new Error('the dialog was closed');
    }
    endSession(running.current.id);
    running.current = session;
    return session;
  }, [vehicleId]);

  const restart = useCallback(() => setAttempt((before) => before + 1), []);
  return { state, restart, ended, ticket };
}
