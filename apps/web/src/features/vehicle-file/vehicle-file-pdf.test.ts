import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismiss, toastStore } from '../../ui/toast.ts';
import { saveCheckPdf, saveDefectPdf, saveInspectionPdf, savePdf } from './vehicle-file-pdf.ts';

const TEXTS = { failed: 'PDF failed', tokenFailed: 'Token failed' };
let asked: { url: string; init: RequestInit }[];
let saved: string[];
let answers: Record<string, () => Response>;

const toasts = () => toastStore.get().map(({ text }) => text);

beforeEach(() => {
  asked = [];
  saved = [];
  answers = {
    '/api/reobtain_jwt/': () => new Response(JSON.stringify({ token: 'short-lived' })),
    '/defect/': () => new Response('%PDF-1.7'),
    '/safety-inspection/': () => new Response('%PDF-1.7'),
    '/vehicle-check/': () => new Response('%PDF-1.7'),
  };
  for (const { id } of toastStore.get()) dismiss(id);
  URL.createObjectURL = () => 'blob:pdf';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'access-token=the-bearer; Path=/';
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    const found = Object.keys(answers).find((path) => url.startsWith(path));
    return answers[found ?? '']?.() ?? new Response('', { status: 404 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('PDFs of records', () => {
  it('[G-04] [G-92] [G-96] requests a defect’s by POST with a token obtained by the bearer token', async () => {
    await saveDefectPdf(77, 'AB12 CDE', TEXTS);
    expect(new Headers(asked[0]?.init.headers).get('Authorization')).toBe('Bearer the-bearer');
    expect(asked[1]).toMatchObject({
      url: '/defect/api/defect_report_pdf/77/',
      init: { method: 'POST', body: '{"record_id":77}' },
    });
    expect(new Headers(asked[1]?.init.headers).get('Authorization')).toBe('Bearer short-lived');
    expect(saved).toEqual(['defect-report_AB12 CDE.pdf']);
  });

  it('[G-05] [G-93] [G-95] requests a safety inspection’s with the session cookie', async () => {
    await saveInspectionPdf(78, 'AB12 CDE', TEXTS);
    expect(asked).toMatchObject([
      { url: '/safety-inspection/api/report_pdf/78/', init: { credentials: 'same-origin' } },
    ]);
    expect(saved).toEqual(['safety-inspection-report_78_AB12 CDE.pdf']);
  });

  it('[J-25] [J-27] requests a driver check’s with the session', async () => {
    await saveCheckPdf(79, 'AB12 CDE', TEXTS);
    expect(asked).toMatchObject([
      { url: '/vehicle-check/api/driver_check_pdf/79/', init: { credentials: 'same-origin' } },
    ]);
    expect(saved).toEqual(['driver-check-AB12 CDE.pdf']);
    answers['/vehicle-check/'] = () => new Response('', { status: 404 });
    await saveCheckPdf(79, 'AB12 CDE', TEXTS);
    expect(toasts()).toEqual(['PDF failed']);
  });

  it('[G-94] stops silently on an undefined token', async () => {
    answers['/api/reobtain_jwt/'] = () => new Response('{}');
    await saveDefectPdf(77, 'AB12 CDE', TEXTS);
    expect(asked).toHaveLength(1);
    expect([saved, toasts()]).toEqual([[], []]);
  });

  it('[T-23] shows an error if the PDF fails', async () => {
    answers['/defect/'] = () => new Response('', { status: 404 });
    answers['/safety-inspection/'] = () => new Response('', { status: 404 });
    await saveDefectPdf(77, 'AB12 CDE', TEXTS);
    await saveInspectionPdf(78, 'AB12 CDE', TEXTS);
    expect([saved, toasts()]).toEqual([[], ['PDF failed', 'PDF failed']]);
  });

  it('[T-24] shows an error if the token fails', async () => {
    answers['/api/reobtain_jwt/'] = () => new Response('', { status: 503 });
    await saveDefectPdf(77, 'AB12 CDE', TEXTS);
    expect([saved, toasts()]).toEqual([[], ['Token failed']]);
  });

  it('[G-97] the default file name is datalive-download.pdf', async () => {
    await savePdf('/defect/', {});
    expect(saved).toEqual(['datalive-download.pdf']);
  });
});
