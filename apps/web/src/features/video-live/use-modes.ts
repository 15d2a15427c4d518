import { useCallback, useState } from 'react';
import { canPlayLive } from './media/video-live-media-support.ts';
import {
  fallbackOf,
  firstMode,
  type LiveMode,
  type LiveSession,
  type ModeFailure,
} from './video-live-modes.ts';

/** The mode in force, with a word on why it is not the first one. */
export function useModes(session: LiveSession): {
  readonly mode: LiveMode;
  /** Key of the text that says why another mode is shown; null where nothing failed. */
  readonly notice: `liveVideo.notice.${ModeFailure}` | null;
  readonly choose: (mode: LiveMode) => void;
  /** The mode in force does not work: the next one is tried. */
  readonly fail: (failure: ModeFailure) => void;
} {
  const [state, setState] = useState<{ mode: LiveMode; failure: ModeFailure | null }>(() => ({
    mode: firstMode(session, canPlayLive()),
    failure: null,
  }));
  const choose = useCallback((mode: LiveMode) => setState({ mode, failure: null }), []);
  const fail = useCallback(
    (failure: ModeFailure) =>
      setState((before) => {
        const next = fallbackOf(before.mode, failure, session);
        return next === null ? before : { mode: next, failure };
      }),
    [session],
  );
  const notice = state.failure === null ? null : (`liveVideo.notice.${state.failure}` as const);
  return { mode: state.mode, notice, choose, fail };
}
