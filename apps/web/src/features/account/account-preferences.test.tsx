import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionContext } from '../../session/context.ts';
import type { CurrentUser } from '../../session/storage.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { UserPreferences } from './account-preferences.tsx';

interface Sent {
  readonly url: string;
  readonly body: { readonly prefs: CurrentUser['user']['prefs'] };
}

const current = testUser();
let sent: Sent[] = [];
let updated: CurrentUser['user'][] = [];
let tokens: { name: string }[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  sent = [];
  updated = [];
  tokens = [];
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    if (url === '/api/account/tokens/') return new Response(JSON.stringify(tokens));
    const body = JSON.parse(String(options.body ?? '{}'));
    sent.push({ url, body });
    return new Response(JSON.stringify({ ...current.user, ...body, message: 'Changed' }));
  });
  const update = (user: CurrentUser['user']) => void updated.push(user);
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <SessionContext.Provider value={{ current, records: [], update }}>
        <UserPreferences />
      </SessionContext.Provider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('user preferences', () => {
  it.each([
    ['[O-12]', 'Time zone', 'America/Sao_Paulo', { time_zone: 'America/Sao_Paulo' }],
    ['[O-13]', 'Date format', 'YYYY-MM-DD', { date_format: 'YYYY-MM-DD' }],
    ['[O-14]', 'Time format', '12', { time_format: '12' }],
    ['[O-15]', 'Distance', 'KMS', { units_distance: 'KMS' }],
  ])('%s %s is kept on the server as %s, and counts at once', async (_id, label, value, prefs) => {
    await userEvent.selectOptions(screen.getByLabelText(label), value);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(updated).toHaveLength(1));
    expect(sent[0]?.url).toBe('/api/user/7/change_preferences/');
    expect(sent[0]?.body.prefs).toMatchObject(prefs);
    expect(updated[0]?.prefs).toMatchObject(prefs);
  });

  it('[O-14] [S-12] the time format is 24 or 12 hours, 24 by default', () => {
    const select = screen.getByLabelText('Time format');
    expect(
      within(select)
        .getAllByRole('option')
        .map((one) => one.getAttribute('value')),
    ).toEqual(['24', '12']);
    expect((select as HTMLSelectElement).value).toBe('24');
  });
});

describe('change password', () => {
  const fill = async (repeat: string) => {
    await userEvent.type(screen.getByLabelText('Old password'), 'the-old-password');
    await userEvent.type(screen.getByLabelText('New password'), 'the-new-password');
    await userEvent.type(screen.getByLabelText('Repeat password'), repeat);
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  };

  it('[D-35] [P-111] asks for confirmation and sends nothing if cancelled', async () => {
    await fill('the-new-password');
    const dialog = within(screen.getByRole('dialog', { name: 'Change password' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'OK' });
    await waitFor(() => expect(confirm.disabled).toBe(false));
    expect(screen.queryByRole('checkbox', { name: 'Revoke these tokens too' })).toBeNull();
    await userEvent.click(confirm);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      url: '/api/user/7/change_password/',
      body: {
        old_password: 'the-old-password',
        new_password: 'the-new-password',
        end_tokens: false,
      },
    });
  });

  it.each([
    ['ends', true],
    ['keeps', false],
  ])('[D-35] [U-02] names the personal API tokens and %s them as chosen', async (_name, ends) => {
    tokens = [{ name: 'Import' }, { name: 'Payroll' }];
    await fill('the-new-password');
    await screen.findByText('Your personal API tokens: Import, Payroll.');
    const choice = screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Revoke these tokens too',
    });
    expect(choice.checked).toBe(true);
    if (!ends) await userEvent.click(choice);
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ end_tokens: ends });
  });

  it('[D-P04] shows an error if the passwords differ, and sends nothing', async () => {
    await fill('another-password');
    expect(screen.getByRole('alert').textContent).toBe(
      'new password and repeat password do not match!',
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent).toEqual([]);
  });
});
