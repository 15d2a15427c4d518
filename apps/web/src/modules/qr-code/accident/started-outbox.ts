import { Outbox } from './outbox.ts';
import { type AccidentStore, accidentStore } from './store.ts';

let outbox: Outbox | null = null;

/** The one outbox of a page, at work from the first time that it is asked for. */
export function startedOutbox(store: AccidentStore): Outbox {
  if (outbox === null) {
    outbox = new Outbox(store);
    outbox.start();
  }
  return outbox;
}

/** The outbox, where it has been started. */
export const runningOutbox = (): Outbox | null => outbox;

/** Goes on sending what an earlier page could not (K-P04). */
export async function sendWaiting(): Promise<void> {
  const store = await accidentStore();
  const reports = await store.reports();
  if (reports.some(({ state }) => state === 'waiting')) startedOutbox(store);
}
