import { describe, expect, it } from 'vitest';
import { decodePhoneRequest } from '../src/index.ts';

function phone(query: string, json?: unknown) {
  const isJson = json !== undefined;
  const contentType = isJson ? 'application/json' : '';
  const report = decodePhoneRequest({
    query,
    contentType,
    body: isJson ? JSON.stringify(json) : '',
  });
  if (report.kind === 'bad') throw new Error(report.reason);
  return report.record;
}

describe('Reports of phones', () => {
  it('have the alarms by their names', () => {
    expect(phone('?id=1&alarm=accident,sos').events.map(({ code }) => code)).toEqual([45, 50]);
    const location = { coords: { latitude: 1, longitude: 2 }, extras: { alarm: 'sos' } };
    expect(phone('', { device_id: '1', location }).events).toEqual([{ code: 50, kind: 'pulse' }]);
  });

  it('keep each cell and access point', () => {
    const { attributes } = phone('?id=1&wifi=aa-bb,-50&wifi=cc-dd,-60&hdop=1.5');
    expect(attributes).toMatchObject({ wifi: 'aa-bb,-50;cc-dd,-60', hdop: 1.5 });
  });

  it('leave out what is out of range', () => {
    expect(phone('?id=1&batt=250&bearing=-1')).toMatchObject({
      batteryPercent: null,
      headingDeg: null,
      attributes: { outOfRange: 'batteryPercent=250' },
    });
  });
});
