import type { AnswerOf, contract } from '@roadworthy/contract';

export type LiveSession = AnswerOf<typeof contract.videoLive.begin>;

/** Live over a socket, chunks of about 8 s in a queue, or stills. */
export const LIVE_MODES = ['live', 'chunks', 'snapshots'] as const;
export type LiveMode = (typeof LIVE_MODES)[number];

/** The reason why a mode fails: unreachable, or a codec that this browser cannot play. */
export type ModeFailure = 'unreachable' | 'unsupported';

const specified = ({ live_mode }: LiveSession): LiveMode =>
  live_mode === 'stream' ? 'chunks' : 'snapshots';

/**
 * The initial mode by device (requirement F-P02): stills for one in snapshot mode; for one that
 * streams, live video if server and browser support it, otherwise chunks.
 */
export function firstMode(session: LiveSession, browserPlaysLive: boolean): LiveMode {
  const isLive = session.live_mode === 'stream' && session.stream && browserPlaysLive;
  return isLive ? 'live' : specified(session);
}

/** The modes that the user can select. */
export function modesOf(session: LiveSession, browserPlaysLive: boolean): readonly LiveMode[] {
  return LIVE_MODES.filter((mode) => mode !== 'live' || (session.stream && browserPlaysLive));
}

/**
 * The fallback for a failed mode. A codec that the browser cannot decode fails in chunks as well,
 * so only the server's stills remain.
 *
 * @returns null if there is no fallback
 */
export function fallbackOf(
  mode: LiveMode,
  failure: ModeFailure,
  session: LiveSession,
): LiveMode | null {
  if (mode === 'snapshots') return null;
  if (mode === 'chunks' || failure === 'unsupported') return 'snapshots';
  return specified(session);
}
