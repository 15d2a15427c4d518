import type { AnswerOf, contract } from '@roadworthy/contract';

export type LiveSession = AnswerOf<typeof contract.videoLive.begin>;

/** Really live over a socket, pieces of about 8 s in a queue, or still pictures. */
export const LIVE_MODES = ['live', 'chunks', 'snapshots'] as const;
export type LiveMode = (typeof LIVE_MODES)[number];

/** Why a mode does not work: it cannot be reached, or this browser cannot show its pictures. */
export type ModeFailure = 'unreachable' | 'unsupported';

const specified = ({ live_mode }: LiveSession): LiveMode =>
  live_mode === 'stream' ? 'chunks' : 'snapshots';

/**
 * The mode to begin with is the device's (requirement F-P02): stills of one in snapshot mode; of one
 * that streams live video where server and browser can, otherwise pieces.
 */
export function firstMode(session: LiveSession, browserPlaysLive: boolean): LiveMode {
  const isLive = session.live_mode === 'stream' && session.stream && browserPlaysLive;
  return isLive ? 'live' : specified(session);
}

/** The modes a person can choose from. */
export function modesOf(session: LiveSession, browserPlaysLive: boolean): readonly LiveMode[] {
  return LIVE_MODES.filter((mode) => mode !== 'live' || (session.stream && browserPlaysLive));
}

/**
 * What is tried after a mode that does not work. Pictures that the browser cannot decode are as
 * strange to it in pieces: then the server's stills remain.
 *
 * @returns null where nothing is left to try
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
