import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createFile, type Movie, MP4BoxBuffer } from 'mp4box';
import { afterAll, describe, expect, it } from 'vitest';
import { makeMp4 } from '../../test/mp4.ts';
import { NotAVideo, probeMp4 } from './mp4-facts.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadworthy-mp4-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'file');
function factsOf(bytes: Uint8Array) {
  writeFileSync(path, bytes);
  return probeMp4(path);
}

/** The facts that an independent parser finds in the same bytes. */
function readByMp4box(bytes: Buffer): Movie | undefined {
  const file = createFile();
  let movie: Movie | undefined;
  file.onReady = (info) => {
    movie = info;
  };
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(new Uint8Array(bytes).buffer, 0));
  return movie;
}

/** The same video with `moov` after its frames, as recorders write it. */
function headLast(bytes: Buffer): Buffer {
  const at = bytes.indexOf('moov') - 4;
  const size = bytes.readUInt32BE(at);
  return Buffer.concat([
    bytes.subarray(0, at),
    bytes.subarray(at + size),
    bytes.subarray(at, at + size),
  ]);
}

describe('the facts of an MP4', () => {
  it.each(['h264', 'h264Wide', 'h265'] as const)(
    '[F-P01] of %s match those of an independent parser',
    async (kind) => {
      const bytes = makeMp4({ durationMs: 12_000, kind });
      const facts = await factsOf(bytes);
      const track = readByMp4box(bytes)?.videoTracks[0];
      expect(facts).toMatchObject({
        widthPx: track?.video?.width,
        heightPx: track?.video?.height,
      });
      expect(track?.codec.startsWith(facts.codec)).toBe(true);
      expect(Math.round(facts.durationMs)).toBe(12_000);
      expect(await factsOf(headLast(bytes))).toEqual(facts);
    },
  );

  it('[F-P01] are missing for truncated, empty and other files', async () => {
    const bytes = makeMp4();
    for (const wrong of [
      bytes.subarray(0, bytes.length - 100),
      bytes.subarray(0, 100),
      Buffer.alloc(0),
      Buffer.from('not a video at all, only a text that is long enough'),
      Buffer.alloc(5000, 0xff),
    ]) {
      await expect(factsOf(wrong)).rejects.toThrow(NotAVideo);
    }
  });

  it('are read without other errors or delays from any bytes', async () => {
    const bytes = makeMp4({ durationMs: 1000, bytes: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 12 }),
        async (changes) => {
          const broken = Buffer.from(bytes);
          for (const [at, value] of changes) broken[at] = value;
          const facts = await factsOf(broken).catch((error) => {
            if (error instanceof NotAVideo) return null;
            throw error;
          });
          if (facts !== null) expect(facts.durationMs).toBeLessThanOrEqual(86_400_000);
        },
      ),
      { numRuns: 300, interruptAfterTimeLimit: 10_000 },
    );
  });
});
