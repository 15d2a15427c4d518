/** Bits per sample: 16, 24, 32 or 40 kbit/s. */
export type G726Bits = 2 | 3 | 4 | 5;

interface Tables {
  /** Logarithm of the quantised difference, by code. */
  readonly logs: readonly number[];
  /** The change of the scale factor, by code. */
  readonly scales: readonly number[];
  /** The weight of a code as a sign of signal change. */
  readonly speeds: readonly number[];
}

/** The upper half of a table mirrors the lower one: the highest bit of a code is its sign. */
const mirrored = (half: readonly number[]): readonly number[] => [...half, ...[...half].reverse()];
const times = (factor: number, half: readonly number[]) =>
  mirrored(half.map((one) => one * factor));

/** ITU-T G.726, tables 1 to 9. */
const TABLES: Readonly<Record<G726Bits, Tables>> = {
  2: { logs: mirrored([116, 365]), scales: times(32, [-22, 439]), speeds: times(512, [0, 7]) },
  3: {
    logs: mirrored([-2048, 135, 273, 373]),
    scales: times(32, [-4, 30, 137, 582]),
    speeds: times(512, [0, 1, 2, 7]),
  },
  4: {
    logs: mirrored([-2048, 4, 135, 213, 273, 323, 373, 425]),
    scales: times(32, [-12, 18, 41, 64, 112, 198, 355, 1122]),
    speeds: times(512, [0, 0, 0, 1, 1, 1, 3, 7]),
  },
  5: {
    logs: mirrored([
      -2048, -66, 28, 104, 169, 224, 274, 318, 358, 395, 429, 459, 488, 514, 539, 566,
    ]),
    scales: times(32, [14, 14, 24, 39, 40, 41, 58, 100, 141, 179, 219, 280, 358, 440, 529, 696]),
    speeds: times(512, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6]),
  },
};

const ZEROS = 6;
const FAST = { least: 544, most: 5120 } as const;
const NOTHING = 32;
const MAGNITUDE = 0x7fff;
const SIGN = 0x8000;

/** Length of a number in bits, 15 at the most. */
const bitsOf = (value: number): number => Math.min(15, 32 - Math.clz32(value));

/** A number in the predictor's format: sign, exponent and six bits. */
function toFloat(value: number): number {
  const magnitude = Math.abs(value);
  if (magnitude === 0) return value < 0 ? NOTHING - 0x400 : NOTHING;
  const exponent = bitsOf(magnitude);
  const float = (exponent << 6) + ((magnitude << 6) >> exponent);
  return value < 0 ? float - 0x400 : float;
}

/** A coefficient times a number in the format of `toFloat` (FMULT). */
function multiply(coefficient: number, float: number): number {
  const magnitude = coefficient > 0 ? coefficient : -coefficient & 0x1fff;
  const exponent = bitsOf(magnitude) - 6;
  const shifted = exponent >= 0 ? magnitude >> exponent : magnitude << -exponent;
  const mantissa = magnitude === 0 ? NOTHING : shifted;
  const power = exponent + ((float >> 6) & 0xf) - 13;
  const product = (mantissa * (float & 0x3f) + 0x30) >> 4;
  const value = power >= 0 ? (product << power) & MAGNITUDE : product >> -power;
  return (coefficient ^ float) < 0 ? -value : value;
}

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

/**
 * Decodes G.726 (ITU-T G.726) sample by sample; the state depends on all earlier samples. Codes are
 * packed lowest bits first, as in RFC 3551 and in the cameras' chips.
 */
export class G726Decoder {
  readonly #tables: Tables;
  #slow = 34_816;
  #fast: number = FAST.least;
  #shortMean = 0;
  #longMean = 0;
  #speed = 0;
  #isTone = false;
  readonly #poles: [number, number] = [0, 0];
  readonly #zeros: number[] = new Array(ZEROS).fill(0);
  readonly #signs: [boolean, boolean] = [false, false];
  /** The last differences and signals, newest first. */
  readonly #differences: number[] = new Array(ZEROS).fill(NOTHING);
  readonly #signals: [number, number] = [NOTHING, NOTHING];

  constructor(readonly bits: G726Bits) {
    this.#tables = TABLES[bits];
  }

  /** The samples of a packet as 16-bit little-endian PCM; incomplete samples are ignored. */
  decode(bytes: Uint8Array): Buffer {
    const { bits } = this;
    const pcm = Buffer.allocUnsafe(Math.floor((bytes.length * 8) / bits) * 2);
    let held = 0;
    let count = 0;
    let at = 0;
    for (const byte of bytes) {
      held |= byte << count;
      for (count += 8; count >= bits; count -= bits) {
        at = pcm.writeInt16LE(this.#sample(held & ((1 << bits) - 1)), at);
        held >>= bits;
      }
    }
    return pcm;
  }

  #sample(code: number): number {
    const { logs } = this.#tables;
    const fromZeros = this.#zeros.reduce(
      (sum, zero, n) => sum + multiply(zero >> 2, this.#differences[n] ?? NOTHING),
      0,
    );
    const [first, second] = this.#poles;
    const fromPoles =
      multiply(second >> 2, this.#signals[1]) + multiply(first >> 2, this.#signals[0]);
    const expected = (fromZeros + fromPoles) >> 1;
    const scale = this.#scale();
    const isNegative = code >= logs.length / 2;
    const magnitude = this.#magnitude((logs[code] ?? 0) + (scale >> 2));
    // Sign and magnitude in sixteen bits: there is a positive and a negative zero.
    const difference = isNegative ? magnitude - SIGN : magnitude;
    const signal = isNegative ? expected - (difference & 0x3fff) : expected + difference;
    const error = signal - expected + (fromZeros >> 1);
    this.#adapt(code, scale, difference, signal, error);
    return within(signal << 2, -32_768, 32_767);
  }

  /** The current step size: fast or slow adaptation, depending on signal change (MIX). */
  #scale(): number {
    if (this.#speed >= 256) return this.#fast;
    const slow = this.#slow >> 6;
    const apart = this.#fast - slow;
    const part = apart * (this.#speed >> 2);
    return slow + ((apart < 0 ? part + 0x3f : part) >> 6);
  }

  #magnitude(log: number): number {
    if (log < 0) return 0;
    return ((128 + (log & 127)) << 7) >> (14 - ((log >> 7) & 15));
  }

  #adapt(code: number, scale: number, difference: number, signal: number, error: number): void {
    const magnitude = difference & MAGNITUDE;
    const isBreak = this.#isTone && magnitude > this.#threshold();
    const change = this.#tables.scales[code] ?? 0;
    this.#fast = within(scale + ((change - scale) >> 5), FAST.least, FAST.most);
    this.#slow += this.#fast + (-this.#slow >> 6);
    const isNegative = error < 0;
    if (isBreak) {
      this.#poles.fill(0);
      this.#zeros.fill(0);
    } else {
      this.#adaptPoles(isNegative, error !== 0);
      this.#adaptZeros(difference);
    }
    this.#differences.pop();
    this.#differences.unshift(
      magnitude === 0 && difference < 0
        ? NOTHING - 0x400
        : toFloat(difference < 0 ? -magnitude : magnitude),
    );
    this.#signals[1] = this.#signals[0];
    this.#signals[0] = signal <= -32_768 ? NOTHING - 0x400 : toFloat(signal);
    this.#signs[1] = this.#signs[0];
    this.#signs[0] = isNegative;
    this.#isTone = !isBreak && this.#poles[1] < -11_776;
    this.#adaptSpeed(this.#tables.speeds[code] ?? 0, scale, isBreak);
  }

  /** A larger difference ends a tone (TRANS). */
  #threshold(): number {
    const whole = this.#slow >> 15;
    const threshold = whole > 9 ? 31 << 10 : (32 + ((this.#slow >> 10) & 0x1f)) << whole;
    return (threshold + (threshold >> 1)) >> 1;
  }

  #adaptPoles(isNegative: boolean, isSome: boolean): void {
    const [first, second] = this.#poles;
    const differs = isNegative !== this.#signs[0];
    let next = second - (second >> 7);
    if (isSome) {
      const lean = differs ? first : -first;
      next += lean < -8191 ? -0x100 : lean > 8191 ? 0xff : lean >> 5;
      next += isNegative !== this.#signs[1] ? -0x80 : 0x80;
    }
    this.#poles[1] = within(next, -12_288, 12_288);
    const step = isSome ? (differs ? -192 : 192) : 0;
    const most = 15_360 - this.#poles[1];
    this.#poles[0] = within(first - (first >> 8) + step, -most, most);
  }

  #adaptZeros(difference: number): void {
    const leak = this.bits === 5 ? 9 : 8;
    const isSome = (difference & MAGNITUDE) !== 0;
    for (let n = 0; n < ZEROS; n += 1) {
      const zero = this.#zeros[n] ?? 0;
      const isAlike = (difference ^ (this.#differences[n] ?? NOTHING)) >= 0;
      this.#zeros[n] = zero - (zero >> leak) + (isSome ? (isAlike ? 128 : -128) : 0);
    }
  }

  #adaptSpeed(told: number, scale: number, isBreak: boolean): void {
    this.#shortMean += (told - this.#shortMean) >> 5;
    this.#longMean += ((told << 2) - this.#longMean) >> 7;
    const apart = Math.abs((this.#shortMean << 2) - this.#longMean);
    const changes = scale < 1536 || this.#isTone || apart >= this.#longMean >> 3;
    if (isBreak) this.#speed = 256;
    else this.#speed += ((changes ? 0x200 : 0) - this.#speed) >> 4;
  }
}
