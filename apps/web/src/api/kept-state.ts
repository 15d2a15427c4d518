import { KEPT_AT_HEADER } from '../session/own-screens.ts';

let keptAt: string | null = null;
const listeners = new Set<() => void>();

/** Whether the screens show answers that the phone has kept, because the server cannot be reached. */
export const keptState = {
  /** When the shown answer arrived, ISO 8601 in UTC; null if answers come from the server. */
  get: () => keptAt,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Notes whether an answer of a call was kept. */
export function noteAnswer({ headers }: Response): void {
  const at = headers.get(KEPT_AT_HEADER);
  if (at === keptAt) return;
  keptAt = at;
  for (const listener of listeners) listener();
}
