import { type Jt1078Frame, withoutHisiliconHead } from '@roadworthy/protocols';
import type { LiveSound } from '../../platform/video-hub.ts';
import { decodeAdpcm } from './adpcm.ts';
import { decodeG711 } from './g711.ts';
import { G726Stream } from './g726-stream.ts';

/** Telephone audio, which all of these cameras send. */
const TELEPHONE_HZ = 8000;
/** Sample rates by their index in an ADTS header (ISO/IEC 14496-3, table 1.18). */
const AAC_RATES_HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
];
const ADTS_HEAD_BYTES = 7;

function aacRateHz(body: Buffer): number | null {
  const isAdts = body[0] === 0xff && ((body[1] ?? 0) & 0xf6) === 0xf0;
  if (!isAdts || body.length <= ADTS_HEAD_BYTES) return null;
  return AAC_RATES_HZ[((body[2] ?? 0) >> 2) & 0x0f] ?? null;
}

/** Converts a camera's audio to a format that browsers play (device-protocols, section 9). */
export class AudioReader {
  readonly #g726 = new G726Stream();

  /**
   * Converts a frame for browsers: AAC unchanged; G.711, G.726 and ADPCM as PCM, because no browser
   * plays them.
   *
   * @returns null for other codecs and for invalid frames
   */
  read(frame: Jt1078Frame): LiveSound | null {
    const deviceTimeMs = frame.timestampMs ?? 0;
    if (frame.coding === 'aac') {
      const sampleRateHz = aacRateHz(frame.body);
      return sampleRateHz === null
        ? null
        : { codec: 'aac', sampleRateHz, deviceTimeMs, data: frame.body };
    }
    const data = this.#pcmOf(frame);
    if (data === null) return null;
    return { codec: 'pcm', sampleRateHz: TELEPHONE_HZ, deviceTimeMs, data };
  }

  #pcmOf({ coding, body, timestampMs }: Jt1078Frame): Buffer | null {
    const bytes = withoutHisiliconHead(body);
    if (coding === 'g711a' || coding === 'g711u') return decodeG711(coding, bytes);
    if (coding === 'g726') return this.#g726.read(bytes, timestampMs ?? 0);
    return coding === 'adpcm' ? decodeAdpcm(bytes) : null;
  }
}
