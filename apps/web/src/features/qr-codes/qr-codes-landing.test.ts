import { beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../../public/locales/en.json';
import { mount } from '../../app/public/mount.ts';
import { englishTexts } from '../../test-portuguese.ts';
import { inspectionAddress, visitOf } from './qr-codes-visit.ts';

const mot = {
  activity_type: { reference: 'MOT', name: 'MOT' },
  description: 'MOT at Northgate',
  date: '2026-03-01T00:00:00Z',
  status: 'Pass',
  document: '/api/files/1/?signature=x',
  record_id: null,
  vehicle: { registration: 'ab12 cde' },
  reference_number: null,
  pdf: null,
};
const inspection = {
  ...mot,
  activity_type: { reference: 'SAFETY_INSPECTION', name: 'Safety Inspection' },
  description: 'Eight weeks',
  status: '7',
  document: null,
  record_id: 71,
  reference_number: 'SI-71',
  pdf: '/safety-inspection/api/report_pdf/71/?expires=1&signature=x',
};
const plating = { ...mot, activity_type: { reference: 'VTG7', name: 'VTG7' }, document: null };
const check = {
  driver_check_id: 9,
  date: '2026-06-02T06:10:00Z',
  pdf: '/vehicle-check/api/driver_check_pdf/9/?expires=1&signature=x',
};
const json = <T>(body: T, status = 200) => ({ status, body });
type Reply = { status: number; body: unknown } | Blob | 'lost';

let asked: string[];
let saved: { name: string; href: string }[];

/** Opens the page at a URL; `answers` maps paths to responses. */
async function open(search: string, answers: Record<string, Reply | (() => Reply)>) {
  history.replaceState(null, '', `/qr${search}`);
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const path = address.split('?')[0] ?? '';
    const found = answers[path] ?? json({ external_apps: { SAFETY_INSPECTION: null } });
    const reply = typeof found === 'function' ? found() : found;
    if (reply === 'lost') throw new TypeError('Failed to fetch');
    if (reply instanceof Blob) return new Response(reply);
    return new Response(JSON.stringify(reply.body), { status: reply.status });
  });
  document.body.innerHTML = '<div id="root"></div>';
  mount(document.getElementById('root') as HTMLElement);
  await vi.waitFor(() => {
    if (document.querySelector('h1') === null || document.querySelector('.public-loading') !== null)
      throw new Error('still loading');
  });
}

const texts = () => document.querySelector('main')?.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button, a.public-button')].find(
    (one) => one.textContent?.includes(name) === true,
  );
const ALL = {
  '/api/document_latest/': json({
    latest_vehicle_activities: [mot, inspection, plating],
    vehicle: { id: 12, registration: 'ab12 cde' },
  }),
  '/api/driver_check_latest/': json(check),
  '/api/config/': json({ external_apps: { SAFETY_INSPECTION: 'https://inspect.example/' } }),
};
const NONE = {
  '/api/document_latest/': json({ latest_vehicle_activities: [], vehicle: null }),
  '/api/driver_check_latest/': json({ detail: en['qr.noCheck'] }, 404),
};

beforeEach(() => {
  localStorage.clear();
  saved = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, href: this.href });
  });
});

describe('the texts of the page', () => {
  it('[R-030] are the custom texts, once the customer is known', async () => {
    const { body } = ALL['/api/document_latest/'];
    const own_texts = { en: { 'qr.help': 'Call Albion' }, pt: {} };
    const answer = json({ ...body, own_texts });
    await open('?qrid=abc', { ...ALL, '/api/document_latest/': answer });
    expect(button('Call Albion')).toBeDefined();
    await open('?qrid=abc', ALL);
    expect(button('Call Albion')).toBeUndefined();
  });
});

describe('in Portuguese', () => {
  beforeEach(() => localStorage.setItem('language', JSON.stringify('pt')));

  it('[A-06] [J-14] is completely in Portuguese, with the built-in types and descriptions', async () => {
    const service = { reference: 'SERVICE', name: 'Service' };
    const latest_vehicle_activities = [
      mot,
      inspection,
      plating,
      { ...mot, activity_type: service, description: 'Defect reported', status: 'Completed' },
      { ...mot, activity_type: { reference: 'OWN', name: 'Crane' }, description: 'Ours' },
    ];
    const body = { ...ALL['/api/document_latest/'].body, latest_vehicle_activities };
    await open('?qrid=abc', { ...ALL, '/api/document_latest/': json(body) });
    expect(document.documentElement.lang).toBe('pt');
    expect(englishTexts()).toEqual([]);
    const cards = [...document.querySelectorAll('article')].map((one) => one.textContent);
    expect(cards[4]).toMatch(/Revisão.*Defeito comunicado.*Concluíd/);
    expect(cards[5]).toMatch(/Crane.*Ours/);
  });

  it('[A-06] [J-14] shows empty states and errors in Portuguese', async () => {
    await open('?qrid=abc', NONE);
    expect(englishTexts()).toEqual([]);
    for (const reply of ['lost', json({ detail: 'Não encontrado.' }, 404)] as const) {
      await open('?qrid=abc', { ...ALL, '/api/document_latest/': reply });
      expect(englishTexts()).toEqual([]);
    }
    await open('', ALL);
    expect(englishTexts()).toEqual([]);
  });
});

describe('the URL of the page', () => {
  it('[J-04] [J-05] accepts a code, or registration and vehicle_id; the registration in upper case', () => {
    expect(visitOf('?vehicle_id=12&registration=ab12 cde')).toEqual({
      qrid: null,
      registration: 'AB12 CDE',
      vehicleId: 12,
    });
    expect(visitOf('?qrid=abc')).toMatchObject({ qrid: 'abc', registration: null });
    expect(visitOf('?registration=AB&vehicle_id=x1')).toMatchObject({ vehicleId: null });
    expect(visitOf('?vehicle_id=12')).toBeNull();
  });

  it('[J-P03] [OP-069] links to the vehicle history of the safety inspection app if both are known', () => {
    expect(inspectionAddress('https://si.example/', 12)).toBe(
      'https://si.example/vehicle-history/12',
    );
    expect(inspectionAddress('si.example', 12)).toBe('https://si.example/vehicle-history/12');
    expect(inspectionAddress(null, 12)).toBeNull();
    expect(inspectionAddress('https://si.example', null)).toBeNull();
  });
});

describe('the landing page', () => {
  it('[J-01] [J-03] [OP-014] is the page of a vehicle, without a session', async () => {
    await open('?qrid=abc', ALL);
    expect(document.querySelector('h1')?.textContent).toBe('AB12 CDE');
    expect(localStorage.getItem('currentUser')).toBeNull();
    expect(asked.every((address) => !address.includes('user'))).toBe(true);
  });

  it('[J-02] [J-09] [J-14] lists its documents with title, description, date and status', async () => {
    await open('?qrid=abc', ALL);
    expect(document.querySelector('h2')?.textContent).toBe('Vehicle Documents');
    const cards = [...document.querySelectorAll('article')].map((one) => one.textContent);
    expect(cards[1]).toMatch(/MOT Report.*MOT at Northgate.*01\/03\/26.*Pass/);
    expect(cards[2]).toMatch(/Safety Inspection Report.*Eight weeks.*Complete/);
  });

  it('[J-22] shows the newest of each kind, and links to the other applications', async () => {
    await open('?qrid=abc', ALL);
    expect(asked.some((address) => address.startsWith('/api/document_latest/'))).toBe(true);
    expect(document.querySelectorAll('article')).toHaveLength(4);
    expect(button('Datalive')).toBeDefined();
    expect(button('Start a Safety Inspection')).toBeDefined();
  });

  it('[J-19] [J-20] [J-21] names the reports as specified', async () => {
    await open('?qrid=abc', ALL);
    expect([...document.querySelectorAll('h3')].map((one) => one.textContent)).toEqual([
      'Driver Check Report',
      'MOT Report',
      'Safety Inspection Report',
      'Plating Certificate (VTG7)',
    ]);
  });

  it('[J-06] shows that no registration was passed', async () => {
    await open('', {});
    expect(texts()).toBe('No registration passed to this page');
    expect(asked).toEqual([]);
  });

  it('[J-07] [J-08] [OP-070] links to the inspection app and the application', async () => {
    await open('?qrid=abc', ALL);
    const start = button('Start a Safety Inspection') as unknown as HTMLAnchorElement;
    expect(start.getAttribute('href')).toBe('https://inspect.example/vehicle-history/12');
    expect(button('Datalive')?.getAttribute('href')).toBe('/');
    await open('?qrid=abc', { ...ALL, '/api/config/': 'lost' });
    expect(button('Start a Safety Inspection')?.disabled).toBe(true);
  });

  it('[J-10] the driver check has its date', async () => {
    await open('?qrid=abc', ALL);
    expect(document.querySelector('article')?.textContent).toMatch(
      /Driver Check Report.*02\/06\/26/,
    );
  });

  it('[J-11] [J-25] [J-27] the driver check is saved with its file name', async () => {
    const pdf = new Blob(['%PDF'], { type: 'application/pdf' });
    await open('?qrid=abc', { ...ALL, '/vehicle-check/api/driver_check_pdf/9/': pdf });
    button('Download as PDF')?.click();
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('driver-check-AB12 CDE.pdf');
  });

  it('[J-12] [J-13] [J-P02] shows that there is no check, in the card and at the download', async () => {
    await open('?registration=ab12', NONE);
    expect(document.querySelector('article')?.textContent).toContain(
      "There isn't a Driver Check for this vehicle",
    );
    button('Download as PDF')?.click();
    await vi.waitFor(() =>
      expect(document.querySelector('[role=alert]')?.textContent).toContain(
        'No Driver Check Report found for this vehicle.',
      ),
    );
  });

  it('[J-28] a failed download shows the error in a toast', async () => {
    await open('?qrid=abc', {
      ...ALL,
      '/vehicle-check/api/driver_check_pdf/9/': json({ detail: 'The report is being made' }, 503),
    });
    button('Download as PDF')?.click();
    await vi.waitFor(() =>
      expect(document.querySelector('.public-toast')?.textContent).toContain(
        'The report is being made',
      ),
    );
    document.querySelector<HTMLButtonElement>('.public-toast button')?.click();
    expect(document.querySelector('.public-toast')).toBeNull();
  });

  it('[J-P01] requests a new URL if it has expired', async () => {
    let tries = 0;
    const pdf = new Blob(['%PDF'], { type: 'application/pdf' });
    await open('?qrid=abc', {
      ...ALL,
      '/vehicle-check/api/driver_check_pdf/9/': () => {
        tries += 1;
        return tries === 1 ? json({ detail: 'Unauthorized' }, 401) : pdf;
      },
    });
    button('Download as PDF')?.click();
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    expect(asked.filter((one) => one.startsWith('/api/driver_check_latest/'))).toHaveLength(2);
  });

  it('[J-15] [J-16] [J-26] a document is a link; an inspection with a record has a download', async () => {
    const pdf = new Blob(['%PDF'], { type: 'application/pdf' });
    await open('?qrid=abc', { ...ALL, '/safety-inspection/api/report_pdf/71/': pdf });
    const links = [...document.querySelectorAll('a')].filter(
      (one) => one.textContent === 'View PDF',
    );
    expect(links.map((one) => one.getAttribute('href'))).toEqual([mot.document]);
    expect(links[0]?.rel).toBe('noopener');
    const download = [...document.querySelectorAll('button')].filter(
      (one) => one.textContent === 'Download',
    );
    expect(download.map((one) => one.title)).toEqual(['SI-71']);
    download[0]?.click();
    await vi.waitFor(() => expect(saved[0]?.name).toBe('safety-inspection-report_71_ab12 cde.pdf'));
  });

  it('[J-P01] with a registration alone, nothing can be opened', async () => {
    await open('?registration=ab12', {
      '/api/document_latest/': json({
        latest_vehicle_activities: [{ ...inspection, description: '', status: '', pdf: null }],
        vehicle: null,
      }),
      '/api/driver_check_latest/': json({ ...check, pdf: null }),
    });
    expect(document.querySelectorAll('a[href*=signature]')).toHaveLength(0);
    expect(button('Download as PDF')?.disabled).toBe(true);
    expect(texts()).toContain('Scan the code on the vehicle');
  });

  it('[J-17] says that there are no reports', async () => {
    await open('?registration=ab12', NONE);
    expect(texts()).toContain('No MOT or Safety Inspection Reports found for this vehicle.');
  });

  it('[J-18] shows a spinner while loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    history.replaceState(null, '', '/qr?registration=ab12');
    document.body.innerHTML = '<div id="root"></div>';
    mount(document.getElementById('root') as HTMLElement);
    await vi.waitFor(() => expect(document.querySelector('[role=status]')).not.toBeNull());
    expect(document.querySelector('[role=status]')?.textContent).toBe('Loading');
    expect(document.querySelector('h1')?.textContent).toBe('AB12');
  });

  it('[J-P01] a code that opens nothing, and a lost network with another try', async () => {
    await open('?qrid=old', { '/api/document_latest/': json({ detail: 'gone' }, 404) });
    expect(texts()).toContain('This code is no longer valid');
    let isThere = false;
    await open('?qrid=abc', {
      ...ALL,
      '/api/document_latest/': () => (isThere ? ALL['/api/document_latest/'] : 'lost'),
    });
    expect(texts()).toContain('There is no connection at the moment.');
    isThere = true;
    button('Try again')?.click();
    await vi.waitFor(() => expect(texts()).toContain('MOT Report'));
  });

  it('what the server says is never read as HTML', async () => {
    const script = '<img src=x onerror=alert(1)>';
    await open('?qrid=abc', {
      ...ALL,
      '/api/document_latest/': json({
        latest_vehicle_activities: [{ ...mot, description: script, status: script }],
        vehicle: { id: 12, registration: script },
      }),
    });
    expect(document.querySelector('img')).toBeNull();
    expect(texts()).toContain(script);
  });

  it('[K-P04] reads in Portuguese where the browser does, or where it was chosen', async () => {
    await open('?registration=ab12', NONE);
    const portuguese = [...document.querySelectorAll<HTMLButtonElement>('header button')].find(
      (one) => one.textContent === 'PT',
    );
    portuguese?.click();
    await vi.waitFor(() => expect(texts()).toContain('Documentos do veículo'));
    expect(document.documentElement.lang).toBe('pt');
    expect(localStorage.getItem('language')).toBe('"pt"');
  });
});
