import { formatDateTime } from '@roadworthy/domain';
import { useDisplay } from './display.ts';

/** The state of a link that was shared, and its times in the person's format. */
export function useShareState(share: {
  readonly expires_at: string;
  readonly revoked_at: string | null;
}) {
  const { dates } = useDisplay();
  const isOver = Date.parse(share.expires_at) <= Date.now();
  const state = share.revoked_at !== null ? 'revoked' : isOver ? 'expired' : 'open';
  return { state, time: (text: string) => formatDateTime(Date.parse(text), dates) } as const;
}
