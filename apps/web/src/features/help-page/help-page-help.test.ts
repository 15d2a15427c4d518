import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../app/public/mount.ts';
import { englishTexts } from '../../test-portuguese.ts';
import { codeOf } from './help-page-help.ts';
import { FIRST_STATE, loadHelp } from './help-state.ts';

const PARTS = {
  '/api/help_qr_details/': {
    qr_code: { id: 1, qrid: 'abc' },
    vehicle: { id: 12, registration: 'ab12 cde', livery_category: { category_name: 'Blue' } },
    vehicle_groups: [{ id: 3, name: 'Leeds' }],
    is_dpd_local: true,
  },
  '/api/more_help_qr_details/': {
    customer: {
      name: 'Albion',
      logo: '/api/logos/1/',
      maintenance_control: { phone: '01604 123456' },
    },
    management_company: {
      faqs: true,
      accident_reporting_enabled: true,
      break_down_phone: '+44 (0)800 123 456',
      logo: 'data:image/png;base64,AAAA',
    },
  },
  '/api/faq_list_help_qr_details/': {
    faq_list: [{ id: 1, question: 'What now?', answer: 'Call.' }],
  },
};
type Path = keyof typeof PARTS;

/** Answers the three calls; a number instead of a part is the status of its failure. */
function answer(changed: Partial<Record<Path, object | number>> = {}): void {
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.split('?')[0] as Path;
    const part = changed[path] ?? PARTS[path];
    return typeof part === 'number'
      ? new Response(JSON.stringify({ detail: 'failed' }), { status: part })
      : new Response(JSON.stringify(part));
  });
}
async function open(address = '/help/vehicle/abc') {
  history.replaceState(null, '', address);
  document.body.innerHTML = '<div id="root"></div>';
  mount(document.getElementById('root') as HTMLElement);
  await vi.waitFor(() => {
    if (document.querySelector('h1') === null) throw new Error('still loading');
  });
}
const main = () => document.querySelector('main')?.textContent ?? '';
const hrefOf = (text: string) =>
  [...document.querySelectorAll('a')]
    .find((one) => one.textContent?.includes(text) === true)
    ?.getAttribute('href');

beforeEach(() => {
  localStorage.clear();
  answer();
});

describe('the help page', () => {
  it('[K-01] [K-05] [U-04] shows the vehicle with its livery, without a session', async () => {
    expect(localStorage.getItem('currentUser')).toBeNull();
    await open();
    expect(document.querySelector('h1')?.textContent).toBe('AB12 CDE');
    expect(main()).toContain('Albion · Blue');
  });

  it('[K-02] [K-03] shows logos and numbers of the customer and its management company', async () => {
    await open();
    expect(hrefOf('Call breakdown')).toBe('tel:+440800123456');
    expect(hrefOf('Call maintenance')).toBe('tel:01604123456');
    expect([...document.querySelectorAll('img')].map((one) => one.getAttribute('src'))).toEqual([
      '/api/logos/1/',
      'data:image/png;base64,AAAA',
    ]);
  });

  it('[K-04] [K-06] [K-P02] has a way to report and the questions below', async () => {
    await open();
    expect(hrefOf('Report an accident')).toBe('/help/report_accident?qrid=abc');
    const [question] = document.querySelectorAll('details');
    expect(question?.querySelector('summary')?.textContent).toBe('What now?');
    expect(question?.open).toBe(false);
  });

  it('[R-030] uses the custom texts in the language of the visitor', async () => {
    const own_texts = {
      en: { 'help.breakdown': 'Albion Assist', 'app.name': 'Albion Fleet' },
      pt: { 'help.breakdown': 'Assistência Albion' },
    };
    const path = '/api/more_help_qr_details/';
    answer({ [path]: { ...PARTS[path], own_texts } });
    await open();
    expect(hrefOf('Albion Assist')).toBe('tel:+440800123456');
    expect(document.querySelector('.public-name')?.textContent).toBe('Albion Fleet');
    document.querySelector<HTMLButtonElement>('button[lang=pt]')?.click();
    await vi.waitFor(() => expect(hrefOf('Assistência Albion')).toBe('tel:+440800123456'));
    expect(main()).not.toContain('Albion Assist');
  });

  it('[K-03] shows only the available parts, and loads no image from other sites', async () => {
    const { customer } = PARTS['/api/more_help_qr_details/'];
    answer({
      '/api/more_help_qr_details/': {
        customer: { ...customer, logo: 'https://tracker.example/pixel.png' },
        management_company: {
          faqs: false,
          accident_reporting_enabled: false,
          break_down_phone: null,
          logo: '//tracker.example/x.png',
        },
      },
    });
    await open();
    expect(document.querySelector('img')).toBeNull();
    expect(hrefOf('Call breakdown')).toBeUndefined();
    expect(hrefOf('Report an accident')).toBeUndefined();
    expect(document.querySelector('details')).toBeNull();
  });

  it('[K-P01] [A-18] the other URLs redirect to the one of the vehicle', async () => {
    expect(codeOf({ pathname: '/help/vehicle/abc/', search: '' })).toBe('abc');
    for (const address of ['/help?qrid=abc', '/safety?qrid=abc', '/safety/?qrid=abc']) {
      await open(address);
      expect(location.pathname).toBe('/help/vehicle/abc');
    }
    await open('/help');
    expect(main()).toContain('QR Code data could not be found');
  });

  it.each([
    ['[K-11]', '/api/more_help_qr_details/', 404, 'Customer data could not be found'],
    ['[K-12]', '/api/faq_list_help_qr_details/', 404, 'FAQ data could not be found'],
    ['[K-13]', '/api/help_qr_details/', 404, 'QR Code data could not be found'],
    ['[K-14]', '/api/more_help_qr_details/', 500, 'An error occurred getting customer information'],
    ['[K-15]', '/api/faq_list_help_qr_details/', 503, 'An error occurred getting FAQ information'],
    ['[K-16]', '/api/help_qr_details/', 429, 'An error occurred getting QR Code information'],
  ] as const)('%s %s answering %i says "%s"', async (_id, path, status, text) => {
    answer({ [path]: status });
    await open();
    expect(main()).toContain(text);
    answer();
    [...document.querySelectorAll('button')]
      .find((one) => one.textContent === 'Try again')
      ?.click();
    await vi.waitFor(() => expect(main()).toContain('AB12 CDE'));
  });

  it('[K-01] [K-P02] offline, shows the contacts that were loaded last, with a notice', async () => {
    const kept = new Map<string, Response>();
    vi.stubGlobal('caches', {
      open: async () => ({
        put: async (address: string, answer: Response) => void kept.set(address, answer),
        match: async (address: string) => kept.get(address)?.clone(),
        delete: async (address: string) => kept.delete(address),
        keys: async () => [...kept.keys()],
      }),
    });
    await open();
    const note = () => document.querySelector('.public-offline')?.textContent;
    expect(note()).toBeUndefined();
    await vi.waitFor(() => expect(kept.size).toBeGreaterThanOrEqual(3));
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await open();
    expect(hrefOf('Call breakdown')).toBe('tel:+440800123456');
    expect(note()).toBe('No network. This is the last version loaded on this phone.');
    // The other vehicle was never loaded.
    await open('/help/vehicle/other');
    expect(main()).toContain('An error occurred getting customer information');
  });

  it('[K-08] starts in the loading state, with accident reporting', () => {
    expect(FIRST_STATE).toMatchObject({ loading: true, accident_reporting_enabled: true });
  });

  it('[K-07] [K-09] [V-46] is loaded when all three parts arrived', async () => {
    expect(await loadHelp('abc')).toMatchObject({
      loading: false,
      error: [],
      is_dpd_local: true,
      vehicle_groups: [{ id: 3, name: 'Leeds' }],
      faq_list: [{ question: 'What now?' }],
    });
  });

  it('[K-10] stays unchanged unless all three parts arrived', async () => {
    answer({ '/api/faq_list_help_qr_details/': 500 });
    expect(await loadHelp('abc')).toEqual({
      ...FIRST_STATE,
      loading: false,
      error: ['help.faq.failed'],
    });
  });
});

describe('the help page in Portuguese', () => {
  beforeEach(() => localStorage.setItem('language', JSON.stringify('pt')));

  it('[A-06] [K-01] is completely in Portuguese', async () => {
    await open();
    expect(document.documentElement.lang).toBe('pt');
    expect(main()).toContain('Participar um acidente');
    expect(englishTexts()).toEqual([]);
  });

  it.each([404, 500])('[A-06] [K-11] shows failure %i in Portuguese', async (status) => {
    answer({
      '/api/help_qr_details/': status,
      '/api/more_help_qr_details/': status,
      '/api/faq_list_help_qr_details/': status,
    });
    await open();
    expect(englishTexts()).toEqual([]);
  });

  it('[A-06] [K-P01] shows in Portuguese that the code is missing', async () => {
    await open('/help');
    expect(englishTexts()).toEqual([]);
  });
});
