import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { placeholdersOf, type Text } from './custom-texts-text.ts';

const LIST = '/api/administration/texts/';
const TEXT: Text = {
  id: 7,
  key: 'tile.denied',
  place: 'interface',
  en: 'You do not have permissions to view the {module} module',
  pt: 'Não tem permissões para ver o módulo {module}',
  own_en: null,
  own_pt: 'O módulo {module} não é para si',
  changed_at: '2026-11-20T10:00:00Z',
  changed_by: 'Alex Admin',
};

let sent: { path: string; body: Record<string, string | null> }[];
let asked: URL[];
let refusal: object | null;
const user = userEvent.setup();

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  refusal = null;
  asked = answerCalls({
    [LIST]: () => ({ count: 1, results: [TEXT] }),
    [`${LIST}7/`]: () => TEXT,
    '/api/administration/audit/': () => ({ count: 0, results: [] }),
  });
  const get = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method === undefined || init.method === 'GET') return get(address);
    const body = JSON.parse(String(init.body));
    sent.push({ path: address, body });
    if (refusal !== null) return new Response(JSON.stringify(refusal), { status: 400 });
    return new Response(JSON.stringify({ ...TEXT, ...body }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // The screen changes texts that other tests read.
  i18next.addResource('en', 'translation', TEXT.key, TEXT.en);
});

const open = (query = '') =>
  openScreen(`/administration/texts${query}`, testUser({ role: 'ADMIN' }));
const panel = () => screen.findByRole('region', { name: TEXT.key });
const words = (box: HTMLElement) => within(box).getAllByLabelText('Custom text');

describe('the custom texts of a customer', () => {
  it('[R-030] [A-06] are shown in both languages, marked if custom, and found by a link', async () => {
    await open('?search=module&own=true');
    await screen.findByRole('heading', { level: 1, name: 'Texts' });
    expect(await screen.findByText(TEXT.en)).toBeTruthy();
    const own = await screen.findByText('O módulo {module} não é para si');
    expect(own.getAttribute('lang')).toBe('pt');
    expect(within(own.parentElement as HTMLElement).getByText('Custom text')).toBeTruthy();
    const question = asked.find(({ pathname }) => pathname === LIST)?.searchParams;
    expect([question?.get('search'), question?.get('own')]).toEqual(['module', 'true']);
  });

  it('[R-030] update on the open screen; an empty field restores the default', async () => {
    await open('?open=7');
    const [english, portuguese] = words(await panel());
    if (english === undefined || portuguese === undefined) throw new Error('no fields');
    await user.type(english, 'Not for you: {{module}');
    const [, ofPortuguese] = within(await panel()).getAllByRole('button', {
      name: 'Restore default text',
    });
    if (ofPortuguese === undefined) throw new Error('no button');
    await user.click(ofPortuguese);
    expect(portuguese).toHaveProperty('value', '');
    await user.click(within(await panel()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      path: `${LIST}7/`,
      body: { own_en: 'Not for you: {module}', own_pt: null },
    });
    expect(i18next.t(TEXT.key, { module: 'Track' })).toBe('Not for you: Track');
  });

  it('[R-030] show errors next to their field', async () => {
    refusal = { detail: 'Field(s) are invalid', errors: { own_en: ['Keep {module}'] } };
    await open('?open=7');
    const [english] = words(await panel());
    if (english === undefined) throw new Error('no field');
    await user.type(english, 'Not for you');
    await user.click(within(await panel()).getByRole('button', { name: 'Save' }));
    expect(await within(await panel()).findByText('Keep {module}')).toBeTruthy();
    expect(english.getAttribute('aria-invalid')).toBe('true');
    expect(i18next.t(TEXT.key, { module: 'Track' })).toContain('You do not have permissions');
  });

  it('[R-030] list each placeholder once', () =>
    expect(placeholdersOf('{a} and {b}, {a}')).toEqual(['{a}', '{b}']));
});
