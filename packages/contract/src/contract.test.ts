import { describe, expect, it } from 'vitest';
import { contract, type Endpoint, openApiDocument, schemasOf } from './index.ts';

const calls: [string, Endpoint][] = Object.entries(contract).flatMap(([module, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, call]): [string, Endpoint] => [
    `${module}.${name}`,
    call,
  ]),
);

describe('contract', () => {
  it('declares every call once', () => {
    const keys = calls.map(([, call]) => `${call.method} ${call.path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(calls)('%s names its path parameters and its requirement', (_name, call) => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(schemasOf(call).params?.shape ?? {})).toEqual(inPath);
    expect(call.ids.length).toBeGreaterThan(0);
  });

  it('[O-06] covers every area that the data layer has to', () => {
    const areas = {
      users: '/api/users/',
      'regions and depots': '/api/vehicles_groups/',
      geofences: '/api/geofence/',
      tracking: '/api/track/',
      trips: '/api/vehicle/trip/',
      timesheets: '/api/vehicle/timesheet/',
      reports: '/vehicle-check/api/depot_report/{id}/',
      'audit survey reports': '/api/audit_survey_report/',
      activities: '/api/vehicle_activities/',
      'uploads of vehicles': '/api/upload_vehicles/',
      'uploads of QR codes': '/api/upload_qr_codes/',
    };
    const paths = new Set(calls.map(([, { path }]) => path));
    expect(Object.values(areas).filter((path) => !paths.has(path))).toEqual([]);
    for (const part of ['investigation', 'notification', 'help']) {
      expect([...paths].some((path) => path.includes(part))).toBe(true);
    }
  });

  it('[R-002] [R-013] sends reports of checks to the vehicle-check host, and the rest to the main one', () => {
    const hosted =
      /^\/(api|auth|healthz|metrics|vehicle-check|safety-inspection|defect|earned-recognition|video-evidence)\b/;
    expect(calls.map(([, { path }]) => path).filter((path) => !hosted.test(path))).toEqual([]);
    // Requirements; audit surveys are noted as calls of the main host.
    const isReport = ({ ids }: Endpoint) => ids.some((id) => /^R-1(1[4-9]|2[0-5])$/.test(id));
    const reports = calls
      .filter(([, call]) => isReport(call))
      .map(([, { path }]) => path)
      .filter((path) => !path.startsWith('/api/audit_survey_report/'));
    expect(reports.length).toBeGreaterThanOrEqual(12);
    expect(reports.filter((path) => !path.startsWith('/vehicle-check/api/'))).toEqual([]);
  });

  it('describes every call in OpenAPI 3.1 with references that exist', () => {
    const document = openApiDocument(contract, '1.0.0') as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
      components: { schemas: Record<string, unknown> };
    };
    expect(document.openapi).toBe('3.1.0');
    for (const [, call] of calls) {
      expect(document.paths[call.path]?.[call.method.toLowerCase()]).toBeDefined();
    }
    const references = JSON.stringify(document).matchAll(
      /"\$ref":"#\/components\/schemas\/(\w+)"/g,
    );
    for (const [, name] of references)
      expect(document.components.schemas).toHaveProperty(name ?? '');
  });
});
