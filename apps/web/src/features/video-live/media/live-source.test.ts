/// <reference types="node" />
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FragmentCutter } from './fragment-cutter.ts';
import { LiveSource } from './live-source.ts';

function box(type: string, ...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  const body = parts.flatMap((part) => [...part]);
  const bytes = new Uint8Array(8 + body.length);
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  bytes.set(
    [...type].map((letter) => letter.charCodeAt(0)),
    4,
  );
  bytes.set(body, 8);
  return bytes;
}
const word = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

const FTYP = box('ftyp', word(1));
const MOOV = box('moov', box('avcC', [1, 0x4d, 0x00, 0x14, 0xff]));
const MDAT = box('mdat', [1, 2, 3]);
/** With the flags of the first sample in each of the three possible places. */
const fragment = (isKey: boolean, where: 'first' | 'each' | 'default' = 'first') => {
  const flags = word(isKey ? 0x0200_0000 : 0x0101_0000);
  const tfhd =
    where === 'default'
      ? box('tfhd', word(0x02_0028), word(1), word(512), flags)
      : box('tfhd', word(0x02_0000), word(1));
  const trun = {
    first: () => box('trun', word(0x205), word(1), word(0), flags, word(3)),
    each: () => box('trun', word(0x701), word(1), word(0), word(512), word(3), flags),
    default: () => box('trun', word(0x201), word(1), word(0), word(3)),
  }[where]();
  return [box('moof', box('mfhd', word(0), word(1)), box('traf', tfhd, trun)), MDAT];
};
const bytesOf = (...boxes: readonly Uint8Array[]) =>
  Uint8Array.from(boxes.flatMap((one) => [...one]));

describe('splitting a fragmented MP4', () => {
  const stream = bytesOf(
    FTYP,
    MOOV,
    ...fragment(true),
    ...fragment(false),
    ...fragment(true, 'each'),
    ...fragment(false, 'each'),
    ...fragment(true, 'default'),
    ...fragment(false, 'default'),
  );

  it.each([1, 7, 64, 10_000])('returns init and fragments from chunks of %i bytes', (size) => {
    const cutter = new FragmentCutter(3);
    const frames = [];
    for (let at = 0; at < stream.length; at += size) {
      frames.push(...cutter.push(stream.subarray(at, at + size)));
    }
    expect(frames.map(({ kind }) => kind)).toEqual(['init', ...Array(6).fill('fragment')]);
    expect(frames[0]).toMatchObject({ camera: 3, codec: 'avc1.4d0014' });
    expect([...(frames[0]?.data ?? [])]).toEqual([...bytesOf(FTYP, MOOV)]);
    expect(frames.slice(1).map(({ isKeyFrame }) => isKeyFrame)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect([...(frames[2]?.data ?? [])]).toEqual([...bytesOf(...fragment(false))]);
  });

  it('rejects data that is not MP4 without buffering it', () => {
    expect(() => new FragmentCutter(1).push(new Uint8Array(64).fill(255))).toThrow('video.not_mp4');
    expect(() => new FragmentCutter(1).push(new Uint8Array(64))).toThrow('video.not_mp4');
  });
});

describe('a camera over plain HTTP', () => {
  let server: Server;
  let asked: { url: string }[];
  let answer: (response: ServerResponse) => void;

  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      const { url = '' } = request;
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'authorization');
      if (request.method === 'OPTIONS') return void response.end();
      asked.push({ url: `${request.method} ${url}` });
      answer(response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const open = () => {
    const listener = { link: vi.fn(), frame: vi.fn(), failed: vi.fn() };
    const { port } = server.address() as AddressInfo;
    const source = new LiveSource(1, `http://127.0.0.1:${port}/live_source/5/1.mp4`, listener);
    return { listener, source };
  };

  it('[F-42] [R-102] fetches the supplied URL by GET, and again when the stream ends', async () => {
    answer = (response) => response.end(bytesOf(FTYP, MOOV, ...fragment(true)));
    const { listener, source } = open();
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), { timeout: 20_000 });
    expect(asked[0]?.url).toBe('GET /live_source/5/1.mp4');
    expect(listener.frame.mock.calls[1]?.[0]).toMatchObject({ kind: 'fragment', isKeyFrame: true });
    expect(listener.link.mock.calls.slice(0, 2)).toEqual([['open'], ['lost']]);
    expect(listener.failed).not.toHaveBeenCalled();
    source.close();
  });

  it('a source without data has failed', async () => {
    answer = (response) => response.writeHead(404).end('{}');
    const { listener, source } = open();
    await vi.waitFor(() => expect(listener.failed).toHaveBeenCalledOnce(), { timeout: 20_000 });
    expect(asked).toHaveLength(1);
    source.close();
  });
});
