import { useCallback, useState } from 'react';
import { canPlayLive } from './media/video-live-media-support.ts';
import {
  fallbackOf,
  firstMode,
  type LiveMode,
  type LiveSession,
  type ModeFailure,
} from './video-live-modes.ts';

/** The active mode, with the reason if it is not the first. */
export function useModes(session: LiveSession): {
  readonly mode: LiveMode;
  /** Key of the text that explains a fallback; null without one. */
  readonly notice: `liveVideo.notice.${ModeFailure}` | null;
  readonly choose: (mode: LiveMode) => void;
  /** The active mode failed, so the next one is tried. */
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
