import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StreamCodec } from '../src/index.ts';

/** One line of a file of device frames; the `README.md` in the same folder explains the fields. */
export interface Vector {
  readonly id: string;
  readonly variant: string;
  readonly transport: 'tcp' | 'udp' | 'http';
  readonly direction: 'device-to-server' | 'server-to-device';
  readonly hex?: string;
  readonly chunks?: readonly string[];
  readonly frames?: readonly string[];
  readonly steps?: readonly Record<string, unknown>[];
  readonly query?: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly json?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: the stated results differ by protocol and message
  readonly expect: any;
  /** Values that the frame's original public test asserts. */
  readonly asserted?: {
    readonly values?: readonly { attribute: string; value: unknown; model?: string }[];
  };
  // biome-ignore lint/suspicious/noExplicitAny: what another decoder gives, for comparison
  readonly reference?: { readonly positions?: readonly any[] };
}

/** Folder of the frames: VECTORS_DIR, otherwise `shared/vectors` next to the repository. */
export const VECTORS_DIR = resolve(process.env.VECTORS_DIR ?? '../shared/vectors');

/** The frames of one protocol; null, with one log message, if the folder is absent. */
export function vectors(name: string): Vector[] | null {
  const path = resolve(VECTORS_DIR, `${name}.jsonl`);
  if (!existsSync(path)) {
    console.log(
      `No device frames in ${VECTORS_DIR}: set VECTORS_DIR to test ${name} against them.`,
    );
    return null;
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Decodes a frame that arrives in two reads, cut at each byte, and passes on what differs. */
export function splitAtEachByte(codec: StreamCodec, hex: string): [unknown, unknown][] {
  const frame = bytesOf(hex);
  const whole = codec.createSession().push(frame);
  const cuts = Array.from({ length: frame.length - 1 }, (_, index) => index + 1);
  return cuts.map((at) => {
    const session = codec.createSession();
    const first = session.push(frame.subarray(0, at));
    return [[...first, ...session.push(frame.subarray(at))], whole];
  });
}

export const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
export const hexOf = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('hex');
