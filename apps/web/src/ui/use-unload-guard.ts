import { useEffect } from 'react';

/**
 * Asks before the tab is closed or reloaded while something is not saved. For pages without a router; the
 * others have `LeaveGuard`.
 */
export function useUnloadGuard(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isHeld]);
}
