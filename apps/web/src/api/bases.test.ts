import { afterEach, describe, expect, it, vi } from 'vitest';
import { isElsewhere, readBases, served } from './bases.ts';
import { addressOf } from './client.ts';

const BASES = {
  main: 'https://api.example/v1',
  oauth2: 'https://auth.example/auth',
  authentication: 'https://auth.example/auth',
  safety_inspection: 'https://si.example',
  defect: '/workshop',
  vehicle_check: 'https://vc.example/',
  video_evidence: 'https://ve.example',
  video_host: 'https://vh.example',
};
const DEFAULTS = { main: '', authentication: '/auth', safety_inspection: '/safety-inspection' };

async function read(bases: object | null): Promise<void> {
  document.documentElement.dataset.bases = '';
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe('/api/config/');
    if (bases === null) throw new TypeError('no network');
    return Response.json({ bases });
  });
  await readBases();
}

afterEach(async () => {
  await read({
    ...DEFAULTS,
    defect: '/defect',
    vehicle_check: '/vehicle-check',
    video_evidence: '/video-evidence',
  });
  delete document.documentElement.dataset.bases;
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the base addresses of the API', () => {
  it('[W-P01] [W-P02] are requested only if the server has marked its page', async () => {
    vi.stubGlobal('fetch', () => {
      throw new Error('asked');
    });
    await readBases();
    expect(served('/vehicle-check/api/csv/1/')).toBe('/vehicle-check/api/csv/1/');
  });

  it('[W-18] [W-19] [W-20] replace the first part of a path', async () => {
    await read(BASES);
    expect(served('/safety-inspection/api/report_pdf/1/')).toBe(
      'https://si.example/api/report_pdf/1/',
    );
    expect(served('/defect/api/defect_report_pdf/1/')).toBe('/workshop/api/defect_report_pdf/1/');
    expect(served('/vehicle-check/api/csv/regions/1/?a=b')).toBe(
      'https://vc.example/api/csv/regions/1/?a=b',
    );
  });

  it('[W-15] [W-17] [W-21] prefix each call, except those that set cookies of the page', async () => {
    await read(BASES);
    expect(addressOf('/api/user/{id}/', { params: { id: 7 } })).toBe(
      'https://api.example/v1/api/user/7/',
    );
    expect(addressOf('/video-evidence/api/storage/', {})).toBe('https://ve.example/api/storage/');
    expect(addressOf('/auth/userinfo/', {})).toBe('https://auth.example/auth/userinfo/');
    for (const own of [
      '/auth/session/',
      '/auth/session/refresh/',
      '/api/config/',
      '/locales/en.json',
    ]) {
      expect(addressOf(own, {})).toBe(own);
    }
    expect(served(served('/api/files/1/'))).toBe('https://api.example/v1/api/files/1/');
  });

  it('[W-P02] are the last known ones when offline', async () => {
    await read(BASES);
    await read(null);
    expect(served('/api/files/1/')).toBe('https://api.example/v1/api/files/1/');
  });

  it('show which addresses receive no cookies of the page', () => {
    expect([isElsewhere('/api/files/1/'), isElsewhere('https://api.example/x')]).toEqual([
      false,
      true,
    ]);
  });
});
