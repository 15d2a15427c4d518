import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Jt1078Reader } from '@roadworthy/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureBody } from '../../test/camera-stream.ts';
import { parseMp4 } from '../../test/mp4-parser.ts';
import { FrameReader } from './bitstream/frame-reader.ts';
import { writeSample } from './mp4/fragment.ts';
import { type KeyFrame, SnapshotEncoder } from './snapshot-encoder.ts';

const CAPTURE = '../shared/vectors/jt1078/cif-bus.bin';
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'roadworthy-pictures-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that replaces ffmpeg. */
function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

function keyFrame(body: Buffer): KeyFrame {
  const picture = new FrameReader().read({ coding: 'h264', isKeyFrame: true, body });
  if (picture === null) throw new Error('no picture');
  const sample = Buffer.alloc(picture.sampleBytes);
  writeSample(picture, sample, 0);
  return { format: picture.format, sample };
}
const drawn = () => keyFrame(pictureBody('h264', true));

describe('[R-103] images of key frames', () => {
  it('passes a plain stream with its parameter sets to the program, and returns its output', async () => {
    // The program returns its input.
    const made = await new SnapshotEncoder(program('echo', 'cat')).make(drawn());
    expect(made.mediaType).toBe('image/jpeg');
    expect(made.data.subarray(0, 4).toString('hex')).toBe('00000167');
  });

  it.each([
    ['is not there', () => 'no-such-program'],
    ['fails', () => program('fail', 'cat > /dev/null; exit 1')],
    ['makes nothing', () => program('nothing', 'cat > /dev/null')],
    ['reads nothing', () => program('deaf', 'exit 3')],
    ['takes too long', () => program('slow', 'exec sleep 30')],
  ])('where the program %s, the picture is an MP4', async (_what, command) => {
    const made = await new SnapshotEncoder(command(), 500).make(drawn());
    expect(made.mediaType).toBe('video/mp4');
    expect((await parseMp4(made.data)).samples).toHaveLength(1);
  });

  it('runs two at a time, and returns an MP4 at once if too many wait', async () => {
    const log = join(folder, 'log');
    const maker = new SnapshotEncoder(
      program('count', `cat > /dev/null; echo + >> ${log}; sleep 0.1; echo - >> ${log}; echo x`),
    );
    const made = await Promise.all(Array.from({ length: 25 }, () => maker.make(drawn())));
    expect(made.filter(({ mediaType }) => mediaType === 'video/mp4')).toHaveLength(7);
    let [running, most] = [0, 0];
    for (const sign of readFileSync(log, 'utf8').trim().split('\n')) {
      running += sign === '+' ? 1 : -1;
      most = Math.max(most, running);
    }
    expect(most).toBe(2);
  });

  it.runIf(hasFfmpeg && existsSync(CAPTURE))('are JPEGs of real pictures', async () => {
    const frames = new Jt1078Reader().push(readFileSync(CAPTURE));
    const frame = frames.find(({ isKeyFrame }) => isKeyFrame);
    const made = await new SnapshotEncoder('ffmpeg', 20_000).make(
      keyFrame(frame?.body ?? Buffer.alloc(0)),
    );
    expect(made.mediaType).toBe('image/jpeg');
    expect(made.data.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(made.data.length).toBeGreaterThan(3000);
  });
});
