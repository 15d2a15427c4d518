/** Sampling rate of G.711, Hz. */
export const SAMPLE_RATE_HZ = 8000;
/** Samples per packet: 40 ms. */
export const PACKET_SAMPLES = 320;

const SIGN = 0x80;
/** A-law inverts every second bit (ITU-T G.711). */
const TURNED = 0x55;

/** Encodes a 16-bit sample as an A-law byte. */
export function aLaw(sample: number): number {
  const isPositive = sample >= 0;
  const size = Math.min(0x7fff, isPositive ? sample : -sample - 1) >> 3;
  const segment = Math.max(0, 32 - Math.clz32(size >> 5));
  const step = segment < 2 ? size >> 1 : size >> segment;
  return ((segment << 4) | (step & 0x0f) | (isPositive ? SIGN : 0)) ^ TURNED;
}

/** Engine noise whose pitch follows the speed. */
export class EngineHum {
  #phase = 0;

  /** The next 40 ms as A-law. */
  next(speedKmh: number): Buffer {
    const out = Buffer.alloc(PACKET_SAMPLES);
    // Idles at 30 Hz; gears limit the pitch at high speed.
    const beatsHz = 30 + (speedKmh % 28) * 1.6 + speedKmh * 0.35;
    for (let n = 0; n < PACKET_SAMPLES; n += 1) {
      this.#phase = (this.#phase + beatsHz / SAMPLE_RATE_HZ) % 1;
      const turn = this.#phase * 2 * Math.PI;
      const wave = Math.sin(turn) + 0.5 * Math.sin(2 * turn) + 0.25 * Math.sin(5 * turn);
      out[n] = aLaw(Math.round(wave * (speedKmh > 0 ? 5200 : 3000)));
    }
    return out;
  }
}
