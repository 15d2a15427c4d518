import { encodeJt1078Frame, type Jt1078Input } from '@roadworthy/protocols';

const START = Buffer.from([0, 0, 0, 1]);
const unit = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** Parameter sets that ffmpeg wrote for drawn pictures of ours. */
export const PARAMETER_SETS = {
  /** 640×360, Main. */
  h264: [unit('674d4016d900a02ff970110000030001000003001e0f162e48'), unit('68ebc3cb20')],
  /** 704×576, High, pixels of 12 to 11. */
  h264Wide: [unit('6764001eacb2016024d810800000030080000019078b1724'), unit('68ebc3cb22c0')],
  /** 1920×1080, Main. */
  h265: [
    unit('40010c01ffff016000000300900000030000030078928090'),
    unit('420101016000000300900000030000030078a003c08010e5964a924caf0168080000030008000003007840'),
    unit('4401c172b46240'),
  ],
} as const;

export type StreamKind = keyof typeof PARAMETER_SETS;

const codingOf = (kind: StreamKind): 'h264' | 'h265' => (kind === 'h265' ? 'h265' : 'h264');

/** A slice that no decoder was asked about: its head is right, its content is noise without zeros. */
function slice(kind: StreamKind, isKeyFrame: boolean, bytes: number, seed: number): Buffer {
  const head = kind === 'h265' ? [isKeyFrame ? 0x28 : 0x02, 1] : [isKeyFrame ? 0x65 : 0x41];
  const content = Buffer.alloc(Math.max(8, bytes - head.length));
  for (let at = 0; at < content.length; at += 1) content[at] = 1 + ((at * 31 + seed * 17) % 254);
  return Buffer.concat([Buffer.from(head), content]);
}

/** One picture as a camera sends it: Annex B, parameter sets before a key frame. */
export function pictureBody(
  kind: StreamKind,
  isKeyFrame: boolean,
  options: { readonly bytes?: number; readonly seed?: number } = {},
): Buffer {
  const { bytes = 600, seed = 0 } = options;
  const sets: readonly Buffer[] = isKeyFrame ? PARAMETER_SETS[kind] : [];
  const units = [...sets, slice(kind, isKeyFrame, bytes, seed)];
  return Buffer.concat(units.flatMap((one) => [START, one]));
}

/** A camera's stream of packets, drawn by nobody: right in form, with content that costs nothing. */
export class StreamWriter {
  #sequence = 0;
  #pictures = 0;

  constructor(
    private readonly options: {
      readonly sim: string;
      readonly channel?: number;
      readonly kind?: StreamKind;
      readonly pictureBytes?: number;
      /** Pictures from one key frame to the next. */
      readonly keyEvery?: number;
    },
  ) {}

  /** Packets of the next picture. */
  picture(timestampMs: number): Buffer {
    const { kind = 'h264', pictureBytes = 600, keyEvery = 10 } = this.options;
    const isKeyFrame = this.#pictures % keyEvery === 0;
    const body = pictureBody(kind, isKeyFrame, { bytes: pictureBytes, seed: this.#pictures });
    this.#pictures += 1;
    return this.frame({
      coding: codingOf(kind),
      type: isKeyFrame ? 'iFrame' : 'pFrame',
      body,
      timestampMs,
    });
  }

  /** The next picture is a key frame. */
  restart(): void {
    this.#pictures = 0;
  }

  /** Packets of any frame. */
  frame(frame: Pick<Jt1078Input, 'coding' | 'type' | 'body' | 'timestampMs'>): Buffer {
    const { sim, channel = 1 } = this.options;
    const packets = encodeJt1078Frame(
      { sim: Buffer.from(sim.padStart(12, '0'), 'hex'), channel, ...frame },
      this.#sequence,
    );
    this.#sequence = (this.#sequence + packets.length) % 0x10000;
    return Buffer.concat(packets);
  }

  /** As if so many packets were lost on the way. */
  lose(packets: number): void {
    this.#sequence = (this.#sequence + packets) % 0x10000;
  }
}
