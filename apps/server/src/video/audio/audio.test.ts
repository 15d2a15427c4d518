import { existsSync, readFileSync } from 'node:fs';
import { type Jt1078Frame, Jt1078Reader } from '@roadworthy/protocols';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAdpcm } from './adpcm.ts';
import { decodeG711 } from './g711.ts';
import { type G726Bits, G726Decoder } from './g726.ts';
import { AudioReader } from './live-audio.ts';

const samplesOf = (pcm: Buffer): number[] =>
  Array.from({ length: pcm.length / 2 }, (_, n) => pcm.readInt16LE(n * 2));

function sound(coding: Jt1078Frame['coding'], body: Buffer): Jt1078Frame {
  return { kind: 'sound', coding, channel: 1, isKeyFrame: false, timestampMs: 77, body };
}

/** 60 ms of a 300 Hz tone at 8,000 samples per second, encoded by ffmpeg; by bits per sample. */
const TONES = {
  2: 'VFVV7fr+AxEB8Lv7P0cQNPzuOzIQBMD47v9DUHczv78scBwAs/iOPA1xA/Ii/8ARdw+y/A8HBPSwvAjCTUPPyCL8AA0AP8vOCNxNM///wt9NA8+L/N8ADYD8yz8DBDSM4+PMQNPA/L+89EDTMD8i/wAADfzvO393',
  3: '37Zt25a3pWvbfiItSpLcbtu29v9Ii6Ikv93Srn0/kSQpemLXtOvefyJJipL/dWn3vZ8rkpToT9/Wrf3muiRdeu73tN3bcRIpSpL/vV37vfM8SvQkf++6ve1YjxIleWXb7t//n5P8cdLf9vv4Vpwoz+PcjH03t5oreaLHb9z39u1VT/Qrf5P6rm87cq4keX7Htd/393M9SeTEVV/btvO8maUnzlPbd+/0spJHiZPb/d37jaon',
  4: 'f3d3d2ck36yqu8vc/jJURTUkEt/MurrL3P4hVEU1NBLhzaury9vtEUJUNTQj8d67q7vM3f8yRVQ0M/Lvray7zNz+IUNFREMR0r+trMzs/C4iQ0NCX+7h3Mzb7OzhEjIzQU/x/s7OvSz63xIiQ0H0EdL9u83LzfItMTTzJBPP7r697VrdMR/zMy7v3u7d7N/iHiQ+MjHfMRrh6c7h3PESFCEULx3h29/M7S7OxSQyIhHTPP3b+t0dOl0eEiMh4TEq+s7O3+5P3zQyEjI93f293c7eUvsyEyIREqIv6/v7zrL0Ik4hIuEx/Ozd7O7tMb9T',
} as const;
/** Samples until the decoder has adapted its step size to the tone. */
const SETTLED = 200;

describe('audio', () => {
  it('decodes G.711 by its tables (ITU-T G.711)', () => {
    const aLaw = Buffer.from([0xd5, 0x55, 0xaa, 0x2a, 0x80]);
    expect(samplesOf(decodeG711('g711a', aLaw))).toEqual([8, -8, 32_256, -32_256, 5504]);
    const muLaw = Buffer.from([0xff, 0x7f, 0x80, 0x00, 0xaa]);
    expect(samplesOf(decodeG711('g711u', muLaw))).toEqual([0, 0, 32_124, -32_124, 5372]);
  });

  it('decodes an ADPCM tone', () => {
    // A block from silence: the largest steps up, then the largest down, then about level.
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

  it.each(Object.entries(TONES))(
    'follows a tone through G.726 of %s bits a sample',
    (bits, tone) => {
      const bytes = Buffer.from(tone, 'base64');
      const decoder = new G726Decoder(Number(bits) as G726Bits);
      // The state continues from packet to packet.
      const packets = [bytes.subarray(0, 60), bytes.subarray(60, 90), bytes.subarray(90)];
      const samples = packets.flatMap((packet) => samplesOf(decoder.decode(packet)));
      expect(samples).toHaveLength(480);
      let signal = 0;
      let noise = 0;
      samples.forEach((sample, n) => {
        if (n < SETTLED) return;
        const wanted = 4095 * Math.sin((2 * Math.PI * 300 * n) / 8000);
        signal += wanted ** 2;
        noise += (sample - wanted) ** 2;
      });
      expect(10 * Math.log10(signal / noise)).toBeGreaterThan(20);
    },
  );

  it.each([2, 3, 4, 5] as const)(
    'G.726 of %d bits: silence is silent, noise stays within limits',
    (bits) => {
      const samples = samplesOf(new G726Decoder(bits).decode(Buffer.alloc(bits * 20)));
      expect(samples).toHaveLength(160);
      // Two bits have no code for zero.
      if (bits > 2) expect(samples.filter((sample) => sample !== 0)).toEqual([]);
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
          new G726Decoder(bits).decode(bytes);
        }),
        { numRuns: 100, interruptAfterTimeLimit: 5000 },
      );
    },
  );

  it.each([2, 3, 4, 5])('detects by timestamps that G.726 has %d bits per sample', (bits) => {
    const reader = new AudioReader();
    const MS = 40;
    const packet = Buffer.alloc(MS * bits, 0x5a);
    const lengths = Array.from({ length: 8 }, (_, n) => {
      const frame = { ...sound('g726', packet), timestampMs: 900_000 + n * MS };
      return reader.read(frame)?.data.length ?? 0;
    });
    expect(lengths).toEqual([0, 0, 0, 0, 0, ...Array.from({ length: 3 }, () => MS * 8 * 2)]);
  });

  it('removes the header of HiSilicon', () => {
    const body = Buffer.concat([Buffer.from([0, 1, 80, 0]), Buffer.alloc(160, 0xff)]);
    const found = new AudioReader().read(sound('g711u', body));
    expect(found).toMatchObject({ codec: 'pcm', sampleRateHz: 8000, deviceTimeMs: 77 });
    expect(found?.data).toEqual(Buffer.alloc(320));
  });

  it('passes AAC on with the rate of its header, and ignores invalid frames', () => {
    const adts = Buffer.from('fff1603fc0fc21004990021900238000', 'hex');
    expect(new AudioReader().read(sound('aac', adts))).toMatchObject({
      codec: 'aac',
      sampleRateHz: 16_000,
    });
    expect(new AudioReader().read(sound('aac', Buffer.alloc(20)))).toBeNull();
    expect(new AudioReader().read(sound('mp3', Buffer.alloc(20)))).toBeNull();
  });

  it('no bytes make it throw', () => {
    const reader = new AudioReader();
    const codings = fc.constantFrom('g711a', 'g711u', 'adpcm', 'aac', 'g726', 'mp3', 'other');
    fc.assert(
      fc.property(codings, fc.uint8Array({ maxLength: 400 }), (coding, bytes) => {
        reader.read(sound(coding as Jt1078Frame['coding'], Buffer.from(bytes)));
      }),
      { numRuns: 1000, interruptAfterTimeLimit: 5000 },
    );
  });

  it.runIf(existsSync('../shared/vectors/jt1078'))('of real and made captures is played', () => {
    const rates = (name: string) => {
      const bytes = readFileSync(`../shared/vectors/jt1078/${name}.bin`);
      const frames = new Jt1078Reader().push(bytes).filter(({ kind }) => kind === 'sound');
      const reader = new AudioReader();
      const found = frames.map((frame) => reader.read(frame));
      return { frames: frames.length, kinds: [...new Set(found.map((one) => one?.codec))] };
    };
    expect(rates('d1-g711a')).toEqual({ frames: 153, kinds: ['pcm'] });
    expect(rates('synthetic-h265-aac-sim10')).toEqual({ frames: 46, kinds: ['aac'] });
    expect(rates('synthetic-g711u-hisilicon-transparent')).toEqual({ frames: 99, kinds: ['pcm'] });
  });
});
