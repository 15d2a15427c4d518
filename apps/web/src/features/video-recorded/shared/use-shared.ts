import type { AnswerOf, contract } from '@roadworthy/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError, api } from '../../../api/client.ts';

export type SharedVideo = AnswerOf<typeof contract.videoRecorded.shared>;

/** The result of opening the link. */
export type Opened =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly video: SharedVideo }
  | { readonly state: 'gone' }
  | { readonly state: 'failed'; readonly text: string };

/** The minimum length of a token; a shorter one was truncated. */
const LEAST_LENGTH = 20;
const REFUSED = new Set([400, 404, 410]);

/**
 * Opens the link of this page. Its token is in the fragment, which browsers do not send to servers;
 * the call has it in its body, so that no access log contains it.
 */
export function useShared(): { readonly opened: Opened; readonly open: () => void } {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' });
  const open = useCallback(async () => {
    const token = location.hash.slice(1);
    if (token.length < LEAST_LENGTH) {
      setOpened({ state: 'gone' });
      return;
    }
    try {
      const video = await api.videoRecorded.shared({ body: { token }, quiet: true });
      setOpened({ state: 'open', video });
    } catch (error) {
      const isGone = error instanceof ApiError && REFUSED.has(error.status);
      setOpened(isGone ? { state: 'gone' } : { state: 'failed', text: (error as Error).message });
    }
  }, []);
  useEffect(() => {
    const start = () => void open();
    start();
    // Pasting another link into the same tab only changes the fragment.
    window.addEventListener('hashchange', start);
    return () => window.removeEventListener('hashchange', start);
  }, [open]);
  return { opened, open: () => void open() };
}
