import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import { draftOf, type HelpSettings, settingsOf } from './help-page-settings.ts';

const PATH = '/api/help_page_settings/';
const SETTINGS: HelpSettings = {
  break_down_phone: '0808 1',
  logo: null,
  faqs: true,
  accident_reporting_enabled: true,
  is_dpd_local: false,
  accident_emails: ['a@fleet.test', 'b@fleet.test'],
  faq_list: [{ question: 'What now?', answer: 'Call.' }],
};
let sent: unknown[];

beforeAll(startTestTexts);
beforeEach(() => {
  sent = [];
  answerCalls({ [PATH]: () => SETTINGS });
  const read = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return read(address, init);
    sent.push(JSON.parse(String(init.body)));
    return new Response(
      JSON.stringify({
        detail: 'Field(s) are invalid',
        errors: { break_down_phone: ['No number'] },
      }),
      { status: 400 },
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the screen of the help page', () => {
  it('[K-02] [K-03] [K-04] changes contacts and questions; server errors are shown at their field', async () => {
    await openScreen('/administration/help-page', testUser({ role: 'ADMIN' }));
    const phone = await screen.findByLabelText(/^Breakdown/);
    await userEvent.clear(phone);
    await userEvent.type(phone, 'call me');
    await userEvent.click(screen.getByRole('button', { name: 'Add a question' }));
    await userEvent.type(screen.getByLabelText('Question 2'), 'May I drive on?');
    await userEvent.type(screen.getByLabelText('Answer 2'), 'No.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      ...SETTINGS,
      break_down_phone: 'call me',
      faq_list: [...SETTINGS.faq_list, { question: 'May I drive on?', answer: 'No.' }],
    });
    expect(await screen.findByText('No number')).toBeTruthy();
  });

  it('keeps existing values, and omits empty questions', () => {
    const draft = draftOf(SETTINGS);
    expect(settingsOf(draft)).toEqual(SETTINGS);
    const empty = { key: 9, question: ' ', answer: '' };
    expect(settingsOf({ ...draft, breakdownPhone: ' ', faqList: [empty] })).toMatchObject({
      break_down_phone: null,
      faq_list: [],
    });
  });
});
