import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { sendRecord } from '../../../../../test/record-forms.ts';
import { type DocumentFleet, withDocumentFleet } from '../../../../../test/vehicle-documents.ts';

const WIDTH_PX = 2600;
const HEIGHT_PX = 2000;
const BAND_PX = 100;
const FIVE_MB = 5_000_000;
const MAX_BYTES = 9_000_000;
const LIMIT_MS = 120_000;

let api: TestApi;
let fleet: DocumentFleet;
withDocumentFleet((opened) => {
  ({ api, fleet } = opened);
});

/** Incompressible bytes from a linear congruential generator, the same in each run. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let n = 0; n < length; n += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    bytes[n] = state >>> 24;
  }
  return bytes;
}

/** Photographs of the size of a modern phone's, each identified by the grey of its top band. */
function large(count: number): Promise<Buffer[]> {
  const raw = noise(WIDTH_PX * HEIGHT_PX * 3);
  const shape = { width: WIDTH_PX, height: HEIGHT_PX, channels: 3 } as const;
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const own = Buffer.from(raw);
      own.fill(greyOf(n), 0, WIDTH_PX * BAND_PX * 3);
      return sharp(own, { raw: shape }).jpeg({ quality: 96 }).toBuffer();
    }),
  );
}
const greyOf = (n: number) => 20 + n * 20;

const report = (photos: readonly Uint8Array[]) =>
  sendRecord(api, fleet.file.keeper, {
    path: '/defect/api/defects/',
    fields: {
      vehicle: fleet.vehicles.n1.vehicleId,
      items: [{ name: 'Horn', severity: 'minor', finding: 'The horn is weak' }],
    },
    photos,
  });

/** Size and band grey of a stored photograph. */
async function kept(address: string) {
  const answer = await fetch(new URL(address, api.url));
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { width, height } = await sharp(bytes).metadata();
  const band = { left: 0, top: 0, width: WIDTH_PX, height: BAND_PX / 2 };
  const { channels } = await sharp(await sharp(bytes).extract(band).toBuffer()).stats();
  return { width, height, grey: Math.round(channels[0]?.mean ?? -1) };
}

describe('photographs of a report', () => {
  it(
    '[RP-27] stores ten photographs of 5 MB each at full size, in order',
    async () => {
      const photos = await large(10);
      for (const { length } of photos)
        expect([length > FIVE_MB, length < MAX_BYTES]).toEqual([true, true]);
      const { status, body } = await report(photos);
      expect([status, body.photographs?.length]).toEqual([201, 10]);
      for (const [n, { address }] of body.photographs.entries()) {
        const found = await kept(address);
        expect(found).toMatchObject({ width: WIDTH_PX, height: HEIGHT_PX });
        expect(Math.abs(found.grey - greyOf(n))).toBeLessThan(5);
      }
    },
    LIMIT_MS,
  );

  it(
    '[RP-27] refuses an eleventh and an oversized photograph on the field, and stores nothing',
    async () => {
      const count = async () =>
        (await api.services.db.pool.query('select count(*)::int as n from defect_records')).rows[0]
          .n;
      const before = await count();
      const small = await sharp(noise(300), { raw: { width: 10, height: 10, channels: 3 } })
        .jpeg()
        .toBuffer();
      const eleven = await report(Array.from({ length: 11 }, () => small));
      expect([eleven.status, eleven.body.errors]).toEqual([
        400,
        { photos: ['Send at most 10 photos.'] },
      ]);
      const oversize = await report([Buffer.concat([small, Buffer.alloc(MAX_BYTES)])]);
      expect([oversize.status, Object.keys(oversize.body.errors)]).toEqual([413, ['photos']]);
      expect(oversize.body.errors.photos[0]).toMatch(/9mb/);
      expect(await count()).toBe(before);
    },
    LIMIT_MS,
  );
});
