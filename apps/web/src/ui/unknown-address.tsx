import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The unknown address from which the person was redirected to the home screen. */
    readonly unknownAddress?: string;
  }
}

/**
 * Redirects from an unknown address to the home screen (requirement A-24), which then shows a notice with
 * that address.
 */
export function UnknownAddress() {
  const navigate = useNavigate();
  const address = useRouterState({ select: ({ location }) => location.href });
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    void navigate({ to: '/home', replace: true, state: { unknownAddress: address } });
  }, [navigate, address]);
  return null;
}
