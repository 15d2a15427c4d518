import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

beforeAll(startTestTexts);
beforeEach(() => {
  answerCalls({});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const notice = async () => within(await screen.findByRole('alert'));

describe('an unknown address', () => {
  it.each(['/nowhere?vehicle=5', '/telematics/nothing', '/vehiclecheck/depot/x'])(
    '[A-24] %s leads to the home screen, which says so',
    async (address) => {
      await openScreen(address, testUser());
      expect((await notice()).getByRole('heading', { name: 'Page not found' })).toBeTruthy();
      expect((await notice()).getByText(new RegExp(address.replace('?', '\\?')))).toBeTruthy();
      expect(window.location.pathname).toBe('/home');
    },
  );

  it('goes back to the page before, if there is one', async () => {
    await openScreen('/unauthorised', testUser());
    await act(async () => window.history.pushState(null, '', '/nowhere'));
    await userEvent.click((await notice()).getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(window.location.pathname).toBe('/unauthorised'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('closes with "Stay on Home"; without a page before there is no way back', async () => {
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(1);
    await openScreen('/nowhere', testUser());
    expect((await notice()).queryByRole('button', { name: 'Go back' })).toBeNull();
    await userEvent.click((await notice()).getByRole('button', { name: 'Stay on Home' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(window.location.pathname).toBe('/home');
  });
});
