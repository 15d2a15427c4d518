import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../../public/locales/en.json';
import pt from '../../../public/locales/pt.json';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import type { Onboarding } from './agency-onboarding.ts';
import { OnboardingPage } from './link/onboarding-page.tsx';
import type { LinkedOnboarding } from './link/use-linked-onboarding.ts';

const LICENCE: Onboarding['documents'][number] = {
  kind: 'licence',
  title: '',
  number: 'LOPES1',
  issued_on: null,
  expires_on: '2030-01-31',
  categories: ['B', 'C'],
  front: '/api/files/front/',
  back: '/api/files/back/',
  is_accepted: null,
  reason: '',
  missing: [],
  decided_by: null,
};
const ONBOARDING: Onboarding = {
  id: 5,
  first_name: 'Rui',
  surname: 'Lopes',
  email: 'rui@agency.test',
  agency: { id: 2, name: 'Swift Drivers' },
  depot: null,
  state: 'submitted',
  invited_at: '2026-06-01T08:00:00Z',
  invited_by: 'Mia Manager',
  expires_at: '2026-06-15T08:00:00Z',
  submitted_at: '2026-06-02T08:00:00Z',
  documents_done: 1,
  documents_needed: 1,
  engaged_until: '2026-09-30',
  driver: null,
  language: 'pt',
  phone: '+351 910',
  born_on: '1980-05-05',
  address: 'Porto',
  documents: [LICENCE],
  terms: null,
  decided_at: null,
  decided_by: null,
  reason: '',
  matches: [{ id: 9, first_name: 'R', surname: 'Lopes' }],
  version: 4,
};
const LINKED: LinkedOnboarding = {
  state: 'in_progress',
  customer: 'Albion Haulage',
  agency: 'Swift Drivers',
  language: 'en',
  first_name: 'Rui',
  surname: 'Lopes',
  born_on: null,
  phone: null,
  address: '',
  documents: [{ ...LICENCE, back: null, missing: ['back'] }],
  terms: { version: 2, text: 'Drive safely.' },
  accepted: null,
  expires_at: '2026-06-15T08:00:00Z',
};
const CHOICES = {
  agencies: [{ id: 2, name: 'Swift Drivers' }],
  depots: [{ id: 3, name: 'North' }],
  language: 'pt',
  needs_depot: false,
};

const user = userEvent.setup();
let sent: [method: string | undefined, path: string, body: unknown][];
let one: Onboarding;
let photoFails: boolean;

freshScreens();
beforeEach(() => {
  sent = [];
  one = ONBOARDING;
  photoFails = false;
  const receive = (answer: () => unknown) => (url: URL, init?: RequestInit) => {
    const { body } = init ?? {};
    sent.push([init?.method, url.pathname, typeof body === 'string' ? JSON.parse(body) : body]);
    return answer();
  };
  answerCalls({
    '/api/agency_onboarding/choices/': () => CHOICES,
    '/api/agency_onboarding/agencies/': () => ({ count: 0, results: [] }),
    '/api/agency_onboarding/terms/': (url, init) =>
      init?.method === 'PUT'
        ? receive(() => ({ version: 2, text: 'New', changed_at: null, changed_by: '' }))(url, init)
        : { version: 1, text: 'Drive safely.', changed_at: null, changed_by: '' },
    '/api/agency_onboarding/5/documents/licence/': receive(() => one),
    '/api/agency_onboarding/5/accept/': receive(() => one),
    '/api/agency_onboarding/5/': () => one,
    '/api/agency_onboarding/': (url, init) =>
      init?.method === 'POST' ? receive(() => one)(url, init) : { count: 1, results: [one] },
    '/api/onboarding_link/photo/': receive(() => {
      if (photoFails) throw new TypeError('Failed to fetch');
      return { ...LINKED, documents: [LICENCE] };
    }),
    '/api/onboarding_link/details/': receive(() => ({ ...LINKED, born_on: '1980-05-05' })),
    '/api/onboarding_link/': receive(() => LINKED),
  });
});

const open = (address: string, changed: object = {}) =>
  openScreen(address, testUser({ modules: ['AgencyOnboarding'], role: 'MANAGER', ...changed }));

describe('the screen of the operator', () => {
  it('[U-21] [C-26] lists onboardings and invites a driver in the customer’s language', async () => {
    await open('/agency-onboarding');
    const row = (await screen.findByText('Rui Lopes')).closest('tr') as HTMLElement;
    expect(within(row).getByText('Submitted')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Invite a driver' }));
    const panel = within(await screen.findByRole('region', { name: 'New invitation' }));
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(sent).toEqual([]);
    await user.selectOptions(panel.getByLabelText(/^Agency/), 'Swift Drivers');
    await user.type(panel.getByLabelText(/^First name/), 'Rui');
    await user.type(panel.getByLabelText(/^Surname/), 'Lopes');
    await user.type(panel.getByLabelText(/^E-mail address/), 'rui@agency.test');
    await user.click(panel.getByRole('checkbox', { name: 'Tachograph card' }));
    await user.click(panel.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(sent.length).toBe(1));
    expect(sent[0]?.[2]).toMatchObject({
      agency: 2,
      email: 'rui@agency.test',
      language: 'pt',
      days: 14,
      documents: ['licence', 'cpc_card', 'right_to_work'],
      engaged_until: null,
    });
  });

  it('compares documents, and links an existing driver at the acceptance', async () => {
    await open('/agency-onboarding?open=5');
    await user.click(await screen.findByRole('button', { name: 'Accept document' }));
    await vi.waitFor(() => expect(sent[0]?.[2]).toEqual({ is_accepted: true }));
    expect(screen.queryByRole('button', { name: 'Accept driver' })).toBeNull();
    cleanup();
    one = { ...ONBOARDING, documents: [{ ...LICENCE, is_accepted: true, decided_by: 'Mia' }] };
    await open('/agency-onboarding?open=5');
    await user.click(await screen.findByRole('button', { name: 'Accept driver' }));
    const dialogs = await screen.findAllByRole('dialog');
    const dialog = within(dialogs.at(-1) as HTMLElement);
    await user.click(dialog.getByRole('button', { name: 'Accept driver' }));
    await vi.waitFor(() =>
      expect(sent.at(-1)).toEqual([
        'POST',
        '/api/agency_onboarding/5/accept/',
        { driver: 9, vehicle: null, engaged_until: '2026-09-30', version: 4 },
      ]),
    );
  });

  it('offers no change to people who only read, and the terms to administrators', async () => {
    await open('/agency-onboarding?open=5', { role: 'READONLY' });
    expect(await screen.findByText('LOPES1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept document' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Terms for drivers' })).toBeNull();
    cleanup();
    await open('/agency-onboarding', { role: 'ADMIN' });
    await user.click(await screen.findByRole('button', { name: 'Terms for drivers' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Terms and driver handbook'), ' And rest.');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(sent[0]?.[2]).toEqual({ text: 'Drive safely. And rest.' }));
  });
});

describe('the page of the driver’s link', () => {
  const show = async () => {
    window.history.replaceState(null, '', `/onboarding#${'t'.repeat(43)}`);
    render(<OnboardingPage />);
    await screen.findByRole('heading', { name: 'Documents for Albion Haulage' });
  };

  /** Whether the browser would ask before it closes the tab. */
  const asksToClose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('says what is missing, and saves the details', async () => {
    await show();
    expect(asksToClose()).toBe(false);
    const submit = screen.getByRole('button', { name: 'Submit documents' });
    expect(submit.hasAttribute('disabled')).toBe(true);
    expect(
      screen.getByText('Still missing: Your details, Driving licence, Terms and driver handbook'),
    ).toBeTruthy();
    const details = within(screen.getByRole('region', { name: 'Your details' }));
    await user.click(details.getByRole('button', { name: 'Save' }));
    expect(details.getAllByRole('alert').some((alert) => alert.textContent !== '')).toBe(true);
    await user.type(details.getByLabelText(/^Telephone/), '+351 910');
    expect(asksToClose()).toBe(true);
    await user.type(details.getByLabelText(/^Date of birth/), '05/05/1980');
    await user.click(details.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() =>
      expect(sent.at(-1)?.[2]).toMatchObject({ born_on: '1980-05-05', phone: '+351 910' }),
    );
  });

  it('keeps a photograph without a network, and sends it when the network is back', async () => {
    await show();
    photoFails = true;
    const file = new File(['%PDF-1.4'], 'back.pdf', { type: 'application/pdf' });
    await user.upload(screen.getByLabelText('Choose file: Back'), file);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(asksToClose()).toBe(true);
    photoFails = false;
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Complete')).toBeTruthy();
    const photos = sent.filter(([, path]) => path === '/api/onboarding_link/photo/');
    expect(photos.length).toBe(2);
    const form = photos[1]?.[2] as FormData;
    expect([form.get('kind'), form.get('side'), form.get('token')]).toEqual([
      'licence',
      'back',
      't'.repeat(43),
    ]);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(asksToClose()).toBe(false);
  });

  it('is in the language of the invitation until the driver chooses another one', async () => {
    answerCalls({
      '/locales/pt.json': () => Response.json(pt),
      '/locales/en.json': () => Response.json(en),
      '/api/onboarding_link/': () => Response.json({ ...LINKED, language: 'pt' }),
    });
    localStorage.clear();
    window.history.replaceState(null, '', `/onboarding#${'t'.repeat(43)}`);
    render(<OnboardingPage />);
    expect(await screen.findByRole('heading', { name: 'Os seus dados' })).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox'), 'en');
    cleanup();
    render(<OnboardingPage />);
    expect(await screen.findByRole('heading', { name: 'Your details' })).toBeTruthy();
  });

  it('says nothing of anybody for a link that has ended', async () => {
    answerCalls({
      '/api/onboarding_link/': () =>
        new Response(JSON.stringify({ detail: 'x', code: 'agency_onboarding.link_ended' }), {
          status: 404,
        }),
    });
    window.history.replaceState(null, '', `/onboarding#${'t'.repeat(43)}`);
    render(<OnboardingPage />);
    expect(await screen.findByText(/may have expired, been replaced/)).toBeTruthy();
  });
});
