import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignInPolicy } from '../../features/account/account-policy.tsx';
import { HelpPageScreen } from '../../features/help-page/settings/help-page-settings.screen.tsx';
import { RetentionScreen } from '../../features/privacy/retention/privacy-retention.screen.tsx';
import ClipRulesDialog from '../../features/video-recorded/admin/clip-rules-dialog.tsx';
import StorageDialog from '../../features/video-recorded/admin/storage-dialog.tsx';
import { SessionContext } from '../../session/context.ts';
import type { CurrentUser } from '../../session/storage.ts';
import { answerCalls } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

const LIMIT_MS = 20_000;
const REASON = /^These settings apply to the whole customer/;
const ALL = testUser({ role: 'ADMIN' });
const OF_DEPOT: CurrentUser = { ...ALL, user: { ...ALL.user, vehicle_groups: [4] } };
const OF_REGION: CurrentUser = { ...ALL, user: { ...ALL.user, regions: [2] } };

let changed: string[];

beforeAll(startTestTexts);
beforeEach(() => {
  changed = [];
  answerCalls({
    '/api/administration/retention/': () => ({
      customer: { id: 1, name: 'Albion' },
      days: { positions: 396, journeys: 396, video: 30, accidents: null, tachograph: 731 },
      positions_limit: 396,
    }),
    '/api/administration/sign_in_policy/': () => ({ requires_second_factor: false, without: 0 }),
    '/api/help_page_settings/': () => ({
      break_down_phone: '0808 1',
      logo: null,
      faqs: true,
      accident_reporting_enabled: true,
      is_dpd_local: false,
      accident_emails: [],
      faq_list: [],
    }),
    '/video-evidence/api/storage/': () => ({
      retention_days: 30,
      quota_bytes: 1e9,
      used_bytes: 1,
      kept_bytes: 0,
      clips: 1,
      live_limit_s: 600,
      state: 'ok',
    }),
    '/video-evidence/api/clip_rules/': () => ({ results: [] }),
  });
  const read = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === 'GET') return read(address, init);
    changed.push(address);
    return new Promise<Response>(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(part: React.ReactNode, current: CurrentUser) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <SessionContext.Provider value={{ current, records: [], update: () => undefined }}>
        {part}
      </SessionContext.Provider>
    </QueryClientProvider>,
  );
}

const close = () => undefined;
const PARTS = [
  ['retention', <RetentionScreen key="r" />, 'Positions', 'Save'],
  ['the help page', <HelpPageScreen key="h" />, /^Breakdown/, 'Save'],
  [
    'the second factor of all',
    <SignInPolicy key="p" />,
    'Require a second factor for all users',
    null,
  ],
  ['video storage', <StorageDialog key="s" onClose={close} />, /days/i, 'Save'],
  ['clip rules', <ClipRulesDialog key="c" onClose={close} />, /^Crash|^SOS|^Harsh/, 'Save'],
] as const;

/** Uses every enabled control of a part. */
async function operate(button: string | null, label: string | RegExp) {
  const [control] = await screen.findAllByLabelText(label, {}, { timeout: LIMIT_MS });
  if (control === undefined) throw new Error('no control');
  await userEvent.click(control);
  if (button !== null) await userEvent.click(screen.getByRole('button', { name: button }));
}

describe('settings of the whole customer', () => {
  it.each(PARTS)(
    '[U-P03] %s: an administrator with assigned depots reads them, with the reason',
    async (_name, part, label, button) => {
      for (const current of [OF_DEPOT, OF_REGION]) {
        open(part, current);
        await operate(button, label);
        expect(screen.getByRole('note').textContent).toMatch(REASON);
        const [control] = screen.getAllByLabelText<HTMLInputElement>(label);
        expect(control?.closest('fieldset')?.disabled).toBe(true);
        expect(changed).toEqual([]);
        cleanup();
      }
    },
  );

  it.each(PARTS)(
    '[U-P03] %s: an administrator of all depots changes them',
    async (_name, part, label, button) => {
      open(part, ALL);
      await operate(button, label);
      expect(screen.queryByRole('note')).toBeNull();
      expect(changed).toHaveLength(1);
    },
  );
});
