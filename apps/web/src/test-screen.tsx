import { render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { Application } from './app/mount.tsx';
import type { SsoRecord } from './session/sample-records.ts';
import { type CurrentUser, storage } from './session/storage.ts';
import { testUser } from './test-user.ts';

// A list that renders only visible rows needs a height, and happy-dom has no layout.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { value: 800, configurable: true });

/** Answers a call of the server: the body, or a whole response; or a promise of either. */
export type Answer = (url: URL) => unknown;

/**
 * Replaces the server: calls whose path begins with a key are answered by it, all others never are.
 * Returns the addresses that were asked for, in their order.
 */
export function answerCalls(answers: Readonly<Record<string, Answer>>): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost');
    asked.push(url);
    const found = Object.keys(answers)
      .sort((a, b) => b.length - a.length)
      .find((path) => url.pathname.startsWith(path));
    if (found === undefined) return new Promise<Response>(() => undefined);
    const answer = await answers[found]?.(url);
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer));
  });
  return asked;
}

/** Opens a screen of the signed-in application, as an address in the browser does. */
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
