import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '../../../session/storage.ts';
import { openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import type { Draft, Preferences } from './preferences.ts';

const stored: Preferences = {
  in_app: ['defect', 'critical', 'warning', 'information'],
  email: [],
  push: [],
  sms: [],
  phone: null,
  quiet_hours: { weekdays: [], from_minute: 1320, until_minute: 420 },
  urgent: ['defect', 'critical'],
  digest: { frequency: 'none', hour: 7 },
  time_zone: 'UTC',
  email_address: 'ada@fleet.example',
  has_sms: true,
  push_key: 'AAAA',
  push_subscriptions: [],
};
let read: Preferences;
let saved: Draft[] = [];
let tested: unknown[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  read = stored;
  saved = [];
  tested = [];
  localStorage.clear();
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    if (!url.includes('/api/account/notifications/')) return new Promise<Response>(() => undefined);
    const body = JSON.parse(String(options.body ?? '{}'));
    if (url.endsWith('/test/')) {
      tested.push(body);
      return new Response(null, { status: 204 });
    }
    if (options.method === 'PUT') saved.push(body);
    return new Response(JSON.stringify({ ...read, ...body }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (current: CurrentUser = testUser()) =>
  openScreen('/administration/user-preferences/notifications', current);
const save = () =>
  userEvent.click(screen.getByRole('button', { name: 'Save notification settings' }));

describe('the notification settings of a person', () => {
  it('[U-02] keep the kinds of each channel, quiet hours and the summary', async () => {
    await open();
    await userEvent.click(await screen.findByLabelText('Critical alerts: E-mail'));
    await userEvent.click(screen.getByLabelText('Information: In app'));
    await userEvent.click(screen.getByLabelText('Sat'));
    await userEvent.selectOptions(screen.getByLabelText('Send e-mails'), 'daily');
    await userEvent.selectOptions(screen.getByLabelText('At'), '06:00');
    await save();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({
      in_app: ['defect', 'critical', 'warning'],
      email: ['critical'],
      quiet_hours: { weekdays: [6], from_minute: 1320, until_minute: 420 },
      digest: { frequency: 'daily', hour: 6 },
      time_zone: testUser().user.prefs.time_zone ?? expect.any(String),
    });
  });

  it('[U-02] show errors at their fields and save nothing', async () => {
    await open();
    await userEvent.click(await screen.findByLabelText('Warnings: SMS'));
    await save();
    expect(await screen.findByText('Enter a telephone number to receive SMS.')).toBeTruthy();
    expect(saved).toEqual([]);
    await userEvent.type(screen.getByLabelText('Telephone number for SMS'), '+44 7700 900123');
    await save();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.phone).toBe('+447700900123');
  });

  it('[U-02] send a test e-mail, and say how to get an address without one', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send test e-mail' }));
    expect(tested).toEqual([{ channel: 'email' }]);
    cleanup();
    read = { ...stored, email_address: null, has_sms: false };
    await open();
    await screen.findByText(/Your account has no e-mail address/);
    const email = screen.getByLabelText<HTMLInputElement>('Warnings: E-mail');
    expect(email.disabled).toBe(true);
    expect(screen.queryByLabelText('Warnings: SMS')).toBeNull();
  });

  it('[U-03] are those of the modules that the person has', async () => {
    await open(testUser({ modules: ['Defect'] }));
    expect(await screen.findByLabelText('Serious defects: In app')).toBeTruthy();
    expect(screen.queryByLabelText('Warnings: In app')).toBeNull();
    cleanup();
    await open(testUser({ modules: ['Trips'] }));
    await screen.findByRole('heading', { name: 'User preferences' });
    expect(screen.queryByRole('link', { name: 'Notification settings' })).toBeNull();
  });
});
