import { existsSync, readFileSync } from 'node:fs';
import { type Jt1078Frame, Jt1078Reader } from '@roadworthy/protocols';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAdpcm } from './adpcm.ts';
import { decodeG711 } from './g711.ts';
import { liveSound } from './live-sound.ts';

const samplesOf = (pcm: Buffer): number[] =>
  Array.from({ length: pcm.length / 2 }, (_, n) => pcm.readInt16LE(n * 2));

function sound(coding: Jt1078Frame['coding'], body: Buffer): Jt1078Frame {
  return { kind: 'sound', coding, channel: 1, isKeyFrame: false, timestampMs: 77, body };
}

describe('sound', () => {
  it('reads G.711 by its tables (ITU-T G.711)', () => {
    const aLaw = Buffer.from([0xd5, 0x55, 0xaa, 0x2a, 0x80]);
    expect(samplesOf(decodeG711('g711a', aLaw))).toEqual([8, -8, 32_256, -32_256, 5504]);
    const muLaw = Buffer.from([0xff, 0x7f, 0x80, 0x00, 0xaa]);
    expect(samplesOf(decodeG711('g711u', muLaw))).toEqual([0, 0, 32_124, -32_124, 5372]);
  });

  it('follows a tone through ADPCM', () => {
    // A block from silence: the greatest steps up, then the greatest down, then about level.
    const up = decodeAdpcm(Buffer.from([0, 0, 0, 0, 0x77, 0x77, 0xff, 0xff, 0x08]));
    const samples = samplesOf(up ?? Buffer.alloc(0));
    expect(samples).toHaveLength(10);
    expect(samples.slice(0, 4)).toEqual([11, 41, 104, 240]);
    expect(samples[7]).toBeLessThan(samples[3] ?? 0);
    const level = decodeAdpcm(Buffer.from([0x10, 0x27, 0, 0, 0x08, 0x08]));
    for (const sample of samplesOf(level ?? Buffer.alloc(0))) {
      expect(Math.abs(sample - 10_000)).toBeLessThan(10);
    }
    expect(decodeAdpcm(Buffer.from([0, 0, 89, 0, 1]))).toBeNull();
    expect(decodeAdpcm(Buffer.from([0, 0, 1]))).toBeNull();
  });

  it('cuts off the head of HiSilicon', () => {
    const body = Buffer.concat([Buffer.from([0, 1, 80, 0]), Buffer.alloc(160, 0xff)]);
    const found = liveSound(sound('g711u', body));
    expect(found).toMatchObject({ codec: 'pcm', sampleRateHz: 8000, deviceTimeMs: 77 });
    expect(found?.data).toEqual(Buffer.alloc(320));
  });

  it('passes AAC on with the rate of its head, and nothing that is none', () => {
    const adts = Buffer.from('fff1603fc0fc21004990021900238000', 'hex');
    expect(liveSound(sound('aac', adts))).toMatchObject({ codec: 'aac', sampleRateHz: 16_000 });
    expect(liveSound(sound('aac', Buffer.alloc(20)))).toBeNull();
    expect(liveSound(sound('g726', Buffer.alloc(20)))).toBeNull();
  });

  it('no bytes make it throw', () => {
    const codings = fc.constantFrom('g711a', 'g711u', 'adpcm', 'aac', 'g726', 'mp3', 'other');
    fc.assert(
      fc.property(codings, fc.uint8Array({ maxLength: 400 }), (coding, bytes) => {
        liveSound(sound(coding as Jt1078Frame['coding'], Buffer.from(bytes)));
      }),
      { numRuns: 1000, interruptAfterTimeLimit: 5000 },
    );
  });

  it.runIf(existsSync('../shared/vectors/jt1078'))('of real and made captures is played', () => {
    const rates = (name: string) => {
      const bytes = readFileSync(`../shared/vectors/jt1078/${name}.bin`);
      const frames = new Jt1078Reader().push(bytes).filter(({ kind }) => kind === 'sound');
      const found = frames.map(liveSound);
      return { frames: frames.length, kinds: [...new Set(found.map((one) => one?.codec))] };
    };
    expect(rates('d1-g711a')).toEqual({ frames: 153, kinds: ['pcm'] });
    expect(rates('synthetic-h265-aac-sim10')).toEqual({ frames: 46, kinds: ['aac'] });
    expect(rates('synthetic-g711u-hisilicon-transparent')).toEqual({ frames: 99, kinds: ['pcm'] });
  });
});
