import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { type ApiServer, withApiServer } from './api-server.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';

const UPLOAD_BYTES = 8_990_000;
const LIMIT_MB = 20;
const WARM_UPS = 6;
const ROUNDS = 8;
const SAMPLE_MS = 2;
/** A photograph of these sides and much noise has some nine million bytes. */
const SIDE_PX = 3300;

/** What the sending process runs, so that what it holds in memory is not the server's. */
const SENDER = `
import { readFileSync } from 'node:fs';
process.on('message', async ({ url, token, path }) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ vehicle: '2', activity_type: 'OTHER', status: 'Pass',
    description: 'Benchmark' })) form.append(name, value);
  form.append('document', new Blob([readFileSync(path)]), 'photo.jpg');
  const answer = await fetch(url, { method: 'POST', body: form,
    headers: { authorization: 'Bearer ' + token } });
  process.send(answer.status);
});`;

/** A JPEG of a little less than nine million bytes, as a phone makes them. */
async function photograph(): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: SIDE_PX,
      height: SIDE_PX,
      channels: 3,
      background: '#777777',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  for (let quality = 95; quality > 10; quality -= 5) {
    const jpeg = await sharp(noise).jpeg({ quality }).toBuffer();
    if (jpeg.length < UPLOAD_BYTES) return jpeg;
  }
  throw new Error('No photograph of this size could be made.');
}

/** The most memory that the process has while something happens, in bytes. */
async function peakDuring(work: () => Promise<void>): Promise<number> {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peak;
}

async function measure(server: ApiServer, token: string, path: string): Promise<number> {
  const program = join(tmpdir(), `roadworthy-bench-sender-${process.pid}.mjs`);
  writeFileSync(program, SENDER);
  const sender = fork(program);
  const upload = async () => {
    sender.send({ url: `${server.url}/api/vehicle_activities/`, token, path });
    const [status] = await once(sender, 'message');
    if (status !== 201) throw new Error(`The upload was answered ${status}.`);
  };
  // What libraries keep for good, for each thread that works for them, is there after the first ones.
  for (let n = 0; n < WARM_UPS; n += 1) await upload();
  const growths: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    await sleep(500);
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    growths.push((await peakDuring(upload)) - before);
  }
  sender.kill();
  return Math.max(...growths);
}

/** How much the server grows while it takes a photograph of nine megabytes in and writes it anew. */
export async function benchUpload(): Promise<BenchRow[]> {
  const picture = await photograph();
  const path = join(tmpdir(), `roadworthy-bench-${process.pid}.jpg`);
  writeFileSync(path, picture);
  return withApiServer(async (server) => {
    const { userId } = await makeBenchFleet(server.pool, 10);
    await server.pool.query(`insert into user_modules values ($1, 'Vehicle File')`, [userId]);
    const growth = await measure(server, await server.issue(userId), path);
    const what = `memory during an upload of ${(picture.length / 1e6).toFixed(1)} MB`;
    return [row(what, growth / 2 ** 20, 'MB', LIMIT_MB)];
  });
}
