import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { encodeJt1078Frame, Jt1078Reader } from '@roadworthy/protocols';
import { nalUnits } from '../apps/server/src/video/bitstream/nal-units.ts';
import { LiveRemux } from '../apps/server/src/video/live-remux.ts';
import type { BenchRow } from './track.ts';

/** A dash camera's sub stream, and how much of it is remuxed. */
const CLIP = { size: '640x360', fps: 15, seconds: 20, kbps: 1000 } as const;
const LEAST_SHARE = 0.4;
const REPEATS = 80;
const ROUNDS = 3;
/** What a socket gives at once. */
const READ_BYTES = 65_536;
const SIM = Buffer.from('013912345678', 'hex');
const START_CODE = Buffer.from([0, 0, 0, 1]);
/** H.264: types of NAL units, and the flag of a slice that begins a picture. */
const UNIT = { slice: 1, key: 5 } as const;

/** A row for a figure that should be large. */
export function atLeast(what: string, figure: number, unit: string, floor: number): BenchRow {
  const ratio = figure / floor;
  return { what, figure, unit, floor, ratio, passes: ratio >= 1 };
}

/** An H.264 stream of a moving test picture at a dash camera's rate. */
export function makeClip(folder: string): string {
  const path = join(folder, 'clip.h264');
  const { size, fps, seconds, kbps } = CLIP;
  // Grain, as at night: without it a drawn picture would not fill its rate.
  const source = `testsrc2=size=${size}:rate=${fps}:duration=${seconds},noise=alls=20:allf=t`;
  const made = spawnSync('ffmpeg', [
    ...['-loglevel', 'error', '-y', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-g', '30'],
    ...['-x264-params', 'sliced-threads=0', '-b:v', `${kbps}k`, '-maxrate', `${kbps}k`],
    ...['-bufsize', `${kbps / 2}k`, path],
  ]);
  if (made.error !== undefined) throw new Error('This benchmark compares with ffmpeg: install it.');
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr}`);
  return path;
}

/** Its pictures, each with the parameter sets before it. */
export function recordPhotos(stream: Buffer): { body: Buffer; isKeyFrame: boolean }[] {
  const pictures: { body: Buffer; isKeyFrame: boolean }[] = [];
  let units: Buffer[] = [];
  for (const unit of nalUnits(stream)) {
    units.push(START_CODE, unit);
    const type = (unit[0] ?? 0) & 0x1f;
    if (type !== UNIT.slice && type !== UNIT.key) continue;
    pictures.push({ body: Buffer.concat(units), isKeyFrame: type === UNIT.key });
    units = [];
  }
  return pictures;
}

/** The clip again and again as a camera sends it: JT/T 1078 packets of 950 bytes. */
function packetsOf(clip: Buffer): Buffer {
  const pictures = recordPhotos(clip);
  let sequence = 0;
  const packets: Buffer[] = [];
  for (let n = 0; n < REPEATS * pictures.length; n += 1) {
    const picture = pictures[n % pictures.length];
    if (picture === undefined) break;
    const made = encodeJt1078Frame(
      {
        sim: SIM,
        channel: 1,
        coding: 'h264',
        type: picture.isKeyFrame ? 'iFrame' : 'pFrame',
        timestampMs: Math.round((n * 1000) / CLIP.fps),
        body: picture.body,
      },
      sequence,
    );
    sequence = (sequence + made.length) % 0x10000;
    packets.push(...made);
  }
  return Buffer.concat(packets);
}

/** From packets to fragments, as the hub does it. Returns bytes a second of one core. */
function ours(packets: Buffer, streamBytes: number): number {
  const reader = new Jt1078Reader();
  const remux = new LiveRemux();
  const before = process.cpuUsage();
  let made = 0;
  for (let at = 0; at < packets.length; at += READ_BYTES) {
    for (const frame of reader.push(packets.subarray(at, at + READ_BYTES))) {
      if (frame.coding !== 'h264' || frame.timestampMs === null) continue;
      const { coding, isKeyFrame, timestampMs, body } = frame;
      const one = remux.push({ coding, isKeyFrame, timestampMs, body }, 0);
      if (one !== null) made += one.fragment.data.length;
    }
  }
  const { user, system } = process.cpuUsage(before);
  // Parameter sets and what the encoder says of itself are left out.
  if (made < 0.95 * streamBytes) throw new Error(`only ${made} of ${streamBytes} bytes came out`);
  return (streamBytes * 1e6) / (user + system);
}

/** The same pictures by `ffmpeg -c copy` into a fragmented MP4. Returns bytes a second of one core. */
async function theirs(path: string, streamBytes: number): Promise<number> {
  const child = spawn(
    'ffmpeg',
    [
      ...[
        '-loglevel',
        'info',
        '-benchmark',
        '-y',
        '-f',
        'h264',
        '-r',
        String(CLIP.fps),
        '-i',
        path,
      ],
      ...['-c', 'copy', '-movflags', 'frag_every_frame+empty_moov+default_base_moof'],
      ...['-f', 'mp4', '/dev/null'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const code = await new Promise((done) => child.once('close', done));
  const found = /utime=([\d.]+)s stime=([\d.]+)s/.exec(said);
  if (code !== 0 || found === null) throw new Error(`ffmpeg: ${said.slice(-500)}`);
  return streamBytes / (Number(found[1]) + Number(found[2]));
}

/**
 * Remux of one stream in this process against `ffmpeg -c copy` on the same pictures, each by its time on
 * the processor, so that both are rates of one core. Ours reads JT/T 1078 packets; ffmpeg, which cannot,
 * gets the stream without them.
 */
export async function benchVideoRemux(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-bench-remux-'));
  try {
    const clip = readFileSync(makeClip(folder));
    const long = join(folder, 'long.h264');
    const out = createWriteStream(long);
    for (let n = 0; n < REPEATS; n += 1) out.write(clip);
    await finished(out.end());
    const streamBytes = clip.length * REPEATS;
    const packets = packetsOf(clip);
    const rates: { ours: number; theirs: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.push({ theirs: await theirs(long, streamBytes), ours: ours(packets, streamBytes) });
    }
    const median = (of: (rate: (typeof rates)[number]) => number): number =>
      rates.map(of).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
    const mb = (bytes: number) => bytes / 1e6;
    console.error(
      `remux: ours ${mb(median((one) => one.ours)).toFixed(0)} MB/s of a core, ffmpeg -c copy ${mb(median((one) => one.theirs)).toFixed(0)} MB/s`,
    );
    const share = median((one) => one.ours / one.theirs);
    return [atLeast('remux, one core, over ffmpeg -c copy', share, 'times', LEAST_SHARE)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
