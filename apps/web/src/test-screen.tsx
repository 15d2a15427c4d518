import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { Application } from './app/mount.tsx';
import type { SsoRecord } from './session/sample-records.ts';
import { type CurrentUser, storage } from './session/storage.ts';
import { startTestTexts } from './test-texts.ts';
import { testUser } from './test-user.ts';
import { dismiss, toastStore } from './ui/toast.ts';

// A list that renders only visible rows needs a height, and happy-dom has no layout.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { value: 800, configurable: true });

/** What the answers of a test record. */
interface Recorded {
  readonly asked: URL[];
  readonly sent: unknown[];
}

/** English texts, and for each test an empty page, storage, server and record. */
export function freshScreens(): Recorded {
  const recorded: Recorded = { asked: [], sent: [] };
  beforeAll(startTestTexts);
  beforeEach(() => {
    localStorage.clear();
    recorded.asked.length = 0;
    recorded.sent.length = 0;
  });
  afterEach(() => {
    cleanup();
    for (const { id } of toastStore.get()) dismiss(id);
    vi.unstubAllGlobals();
  });
  return recorded;
}

/** The answer to a call: a body or a response, or a promise of either. */
export type Answer = (url: URL, init?: RequestInit) => unknown;

/**
 * Replaces the server: calls whose path starts with a key get its answer, all others stay pending.
 * Returns the requested addresses in sequence.
 */
export function answerCalls(answers: Readonly<Record<string, Answer>>): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    asked.push(url);
    const found = Object.keys(answers)
      .sort((a, b) => b.length - a.length)
      .find((path) => url.pathname.startsWith(path));
    if (found === undefined) return new Promise<Response>(() => undefined);
    const answer = await answers[found]?.(url, init);
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer));
  });
  return asked;
}

/** Opens a screen of the application after sign-in by its address. */
export async function openScreen(
  path: string,
  user: CurrentUser = testUser(),
  records: readonly SsoRecord[] = [],
): Promise<void> {
  window.history.replaceState(null, '', path);
  storage.currentUser.set(user);
  render(<Application first={user} records={records} />);
  await screen.findAllByRole('banner');
}

/** The filters that a link has in its address. */
export const searchOf = (link: HTMLElement): Record<string, string> =>
  Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://localhost').searchParams);
