import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  decodePhoneRequest,
  decodeTeltonikaDatagram,
  decodeTraccarForward,
  encodePhoneQuery,
  encodeTeltonikaDatagram,
  type ForwardedPosition,
  type PhoneReport,
} from '../src/index.ts';
import { faultsOf, moment, mutated } from './streams.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 500);
vi.setConfig({ testTimeout: 900_000 });

/** A report is either rejected, or has a device id and a valid record. */
function isSound(report: PhoneReport | ForwardedPosition): void {
  if (report.kind === 'bad') return;
  expect(typeof report.deviceId === 'string' && report.deviceId !== '').toBe(true);
  expect(faultsOf(report.record)).toEqual([]);
}

/** Field names of both formats, so that random objects reach all parts of the decoders. */
const KEYS = fc.constantFrom(
  ...['device_id', 'location', 'coords', 'latitude', 'longitude', 'speed', 'heading', 'timestamp'],
  ...['battery', 'level', 'extras', 'alarm', 'device', 'uniqueId', 'position', 'fixTime', 'valid'],
  ...['attributes', 'temp1', 'toString', '__proto__', 'constructor', 'odometer', 'activity'],
);
const VALUES = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, -1, 'sos', '2026-06-01T08:00:00Z', 1e308, '', '99999999999999999999'),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    VALUES,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(KEYS, tie('json'), { maxKeys: 8 }),
  ),
}));

describe('OsmAnd', () => {
  const PARAMETERS = fc.constantFrom(
    ...['id', 'deviceid', 'timestamp', 'lat', 'lon', 'location', 'speed', 'bearing', 'altitude'],
    ...['valid', 'batt', 'alarm', 'odometer', 'ignition', 'cell', 'x'],
  );
  const TEXTS = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.constantFrom('1e400', '99999999999999999999', 'true', '0', 'sos', '91,181', '%zz', '-0'),
  );

  it('accepts any query without throwing', () => {
    const queries = fc
      .array(fc.tuple(PARAMETERS, TEXTS), { maxLength: 12 })
      .map((pairs) => `/?${pairs.map(([name, text]) => `${name}=${text}`).join('&')}`);
    fc.assert(
      fc.property(fc.oneof(queries, fc.string()), fc.string(), (query, body) => {
        isSound(decodePhoneRequest({ query, contentType: 'text/plain', body }));
      }),
      { numRuns: RUNS },
    );
  });

  it('accepts any JSON, and invalid JSON, without throwing', () => {
    const bodies = fc.oneof(
      json.map((value) => JSON.stringify(value)),
      fc.string(),
    );
    fc.assert(
      fc.property(bodies, (body) => {
        isSound(decodePhoneRequest({ query: '/', contentType: 'application/json', body }));
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    '{"device_id":{"toString":1}}',
    '{"device_id":[]}',
    '{"device_id":{}}',
    '{"device_id":true}',
  ])('an identity that is neither text nor number is none: %s', (body) => {
    const report = decodePhoneRequest({ query: '/', contentType: 'application/json', body });
    expect(report).toMatchObject({ kind: 'bad' });
  });

  it.each(['9'.repeat(20), '9'.repeat(400), 'tomorrow', '2026-99-99 00:00:00'])(
    'a time that is none is refused: %s',
    (text) => {
      const query = `/?id=phone-1&timestamp=${text}`;
      expect(decodePhoneRequest({ query, contentType: '', body: '' }).kind).toBe('bad');
    },
  );

  it('decodes an encoded phone report', () => {
    fc.assert(
      fc.property(moment, (at) => {
        const query = encodePhoneQuery('phone-1', { ...at, batteryPercent: 50 });
        const report = decodePhoneRequest({ query, contentType: '', body: '' });
        if (report.kind === 'bad') throw new Error(report.reason);
        expect(report.record.timeMs).toBe(at.timeMs);
        expect(report.record.latitudeDeg).toBeCloseTo(at.latitudeDeg, 5);
        expect(report.record.speedKmh).toBeCloseTo(at.speedKmh, 1);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('Traccar forwarding', () => {
  it('accepts any JSON without throwing', () => {
    const bodies = fc.oneof(
      json,
      fc.record({
        device: fc.record({ uniqueId: fc.string({ minLength: 1 }) }),
        position: fc.dictionary(KEYS, json, { maxKeys: 10 }).map((rest) => ({
          fixTime: '2026-06-01T08:00:00.000+00:00',
          ...rest,
        })),
      }),
    );
    fc.assert(
      fc.property(bodies, (body) => {
        // Serialised and parsed, as on arrival.
        isSound(decodeTraccarForward(JSON.parse(JSON.stringify(body) ?? 'null')));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('Teltonika datagrams', () => {
  const datagrams = fc
    .tuple(fc.array(moment, { minLength: 1, maxLength: 5 }), fc.nat(0xffff))
    .map(([all, id]) => encodeTeltonikaDatagram('353419036066061', id, all));

  it('decodes all records, and returns their number in the answer', () => {
    fc.assert(
      fc.property(datagrams, (bytes) => {
        const decoded = decodeTeltonikaDatagram(bytes);
        if (decoded.kind === 'bad') throw new Error(decoded.reason);
        expect(decoded.stored.at(-1)).toBe(decoded.records.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('accepts any bytes and damaged datagrams without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), mutated(datagrams)), (bytes) => {
        const decoded = decodeTeltonikaDatagram(bytes);
        if (decoded.kind === 'records') {
          expect(decoded.records.flatMap(faultsOf)).toEqual([]);
          expect(decoded.stored).toHaveLength(7);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
