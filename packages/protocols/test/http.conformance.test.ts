import { describe, expect, it } from 'vitest';
import { type DeviceRecord, decodePhoneRequest, decodeTraccarForward } from '../src/index.ts';
import { type Vector, vectors } from './vectors.ts';

/** Compares the fields that a frame states. */
function checkRecord(record: DeviceRecord, stated: Record<string, number | string | boolean>) {
  const near = (value: number | null, wanted: unknown) => {
    if (typeof wanted === 'number') expect(value).toBeCloseTo(wanted, 3);
  };
  near(record.latitudeDeg, stated.latitude);
  near(record.longitudeDeg, stated.longitude);
  near(record.altitudeM, stated.altitude);
  near(record.headingDeg, stated.course);
  near(record.odometerM, stated.odometer);
  near(record.externalVoltageV, stated.power);
  if (typeof stated.speedKmh === 'number') {
    expect(Math.abs((record.speedKmh ?? Number.NaN) - stated.speedKmh)).toBeLessThan(0.02);
  }
  if (typeof stated.time === 'string' && stated.time.endsWith('Z')) {
    expect(new Date(record.timeMs ?? 0).toISOString()).toBe(stated.time);
  }
  if (stated.valid === false) expect(record.fixValid).toBe(false);
  if (stated.noCoordinates === true) expect(record.latitudeDeg).toBeNull();
  else if (stated.valid === true) expect(record.fixValid).toBe(true);
  if (typeof stated.ignition === 'boolean') expect(record.ignition).toBe(stated.ignition);
}

function checkPhone(vector: Vector) {
  const { expect: stated } = vector;
  const report = decodePhoneRequest({
    query: vector.query ?? '',
    contentType: vector.contentType ?? '',
    body: vector.body ?? (vector.json === undefined ? '' : JSON.stringify(vector.json)),
  });
  if (stated.status === 400) {
    expect(report.kind).toBe('bad');
    return;
  }
  if (report.kind === 'bad') throw new Error(report.reason);
  expect(report.deviceId).toBe(stated.deviceId);
  checkRecord(report.record, stated);
}

function checkForward(vector: Vector) {
  const report = decodeTraccarForward(vector.json);
  if (report.kind === 'bad') throw new Error(report.reason);
  expect(report.deviceId).toBe(vector.expect.deviceUniqueId);
  checkRecord(report.record, vector.expect);
}

const cases = (name: string) =>
  (vectors(name) ?? []).map((vector) => [vector.id, vector.variant, vector] as const);

describe.skipIf(vectors('osmand') === null)('reports of real phones', () => {
  it.each(cases('osmand'))('%s (%s) decodes to the stated values', (_id, _variant, vector) =>
    checkPhone(vector),
  );
});

describe.skipIf(vectors('traccar-forward') === null)('positions forwarded by Traccar', () => {
  it.each(cases('traccar-forward'))(
    '%s (%s) decodes to the stated values',
    (_id, _variant, vector) => checkForward(vector),
  );
});
