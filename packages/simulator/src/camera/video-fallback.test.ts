import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChannelVideo, type Footage } from './channel-video.ts';
import { until } from './test-platform.ts';
import { hasFfmpeg } from './video-encoder.ts';

const PATH = process.env.PATH;
const folder = mkdtempSync(join(tmpdir(), 'roadworthy-ffmpeg-'));

beforeAll(() => {
  // A broken ffmpeg as the only program on the PATH.
  writeFileSync(join(folder, 'ffmpeg'), '#!/bin/sh\nexit 1\n');
  chmodSync(join(folder, 'ffmpeg'), 0o755);
  process.env.PATH = folder;
});
afterAll(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true });
});

it('the prepared clip replaces a failing ffmpeg, with correct times', async () => {
  expect(hasFfmpeg()).toBe(true);
  const footage: Footage[] = [];
  const begunMs = Date.now();
  const video = new ChannelVideo({
    channel: 1,
    size: 'sub',
    name: '13900000005',
    motionAt: () => ({ speedKmh: 0, distanceM: 0, headingDeg: 0 }),
    encoder: 'best',
    hasAudio: false,
    onFootage: (one) => footage.push(one),
    onEnd: () => undefined,
  });
  await until(() => footage.length >= 3);
  const nowMs = Date.now();
  video.close();
  expect(hasFfmpeg()).toBe(false);
  expect(footage[0]).toMatchObject({ kind: 'picture', isKeyFrame: true });
  for (const { timeMs } of footage) {
    expect(timeMs).toBeGreaterThanOrEqual(begunMs);
    expect(timeMs).toBeLessThanOrEqual(nowMs);
  }
});
