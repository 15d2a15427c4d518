import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { samplesOf } from './audio-output.ts';
import { readLiveFrame } from './live-frames.ts';
import { type LiveListener, LiveSocket } from './live-socket.ts';

/** A fake browser WebSocket; the test plays the server. */
class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  binaryType = '';
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

function message(kind: number, camera: number, flags: number, payload: readonly number[]) {
  const bytes = new Uint8Array(24 + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, kind);
  view.setUint8(1, camera);
  view.setUint16(2, flags);
  view.setUint32(4, 77);
  view.setFloat64(8, 1234.5);
  view.setFloat64(16, 1_780_000_000_000);
  bytes.set(payload, 24);
  return bytes.buffer;
}

const heard = () =>
  ({
    link: vi.fn(),
    camera: vi.fn(),
    frame: vi.fn(),
    position: vi.fn(),
    lost: vi.fn(),
    end: vi.fn(),
    failed: vi.fn(),
  }) satisfies LiveListener;

let tickets: number;
const address = async () => {
  tickets += 1;
  return { url: 'ws://localhost/socket/', ticket: `ticket-${tickets}` };
};
const CHOICE = { cameras: [1, 2], main: 1, sound: null };
const last = () => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  tickets = 0;
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('messages of the live socket', () => {
  it('have a header of 24 bytes, then init with its codec, fragment, or audio with its rate', () => {
    const codec = [...'avc1.4d0014'].map((letter) => letter.charCodeAt(0));
    const init = readLiveFrame(message(1, 2, 0, [codec.length, ...codec, 9, 8]));
    expect(init).toMatchObject({ kind: 'init', camera: 2, codec: 'avc1.4d0014' });
    expect([...(init?.data ?? [])]).toEqual([9, 8]);
    expect(readLiveFrame(message(2, 1, 1, [5]))).toMatchObject({
      kind: 'fragment',
      isKeyFrame: true,
      sequence: 77,
      deviceTimeMs: 1234.5,
      sentMs: 1_780_000_000_000,
    });
    const sound = readLiveFrame(message(3, 1, 0, [0, 0, 0x1f, 0x40, 0, 0x40, 0, 0xc0]));
    expect(sound).toMatchObject({ kind: 'pcm', sampleRateHz: 8000 });
    expect([...samplesOf(sound?.data ?? new Uint8Array())]).toEqual([0.5, -0.5]);
  });

  it('are rejected if too short or of unknown kind', () => {
    for (const length of [0, 1, 23]) expect(readLiveFrame(new ArrayBuffer(length))).toBeNull();
    expect(readLiveFrame(message(9, 1, 0, []))).toBeNull();
    expect(readLiveFrame(message(1, 1, 0, [200, 65]))).toBeNull();
    expect(readLiveFrame(message(3, 1, 0, [1, 2]))).toBeNull();
    expect(readLiveFrame(message(1, 1, 0, []))).toBeNull();
  });
});

describe('the live socket', () => {
  it('connects with the ticket and the selection, and sends a changed one', async () => {
    const socket = new LiveSocket(address, CHOICE, heard());
    await pass(0);
    last().open();
    socket.choose({ cameras: [2], main: 2, sound: 2 });
    expect(last().sent).toEqual([
      { type: 'open', ticket: 'ticket-1', ...CHOICE },
      { type: 'choose', cameras: [2], main: 2, sound: 2 },
    ]);
    socket.close();
  });

  it('receives cameras, positions and losses', async () => {
    const listener = heard();
    const socket = new LiveSocket(address, CHOICE, listener);
    await pass(0);
    last().open();
    last().say({ type: 'camera', camera: 2, state: 'offline' });
    last().say({ type: 'stats', camera: 1, bit_rate_kbps: 400, frames_per_second: 15, lost: 3 });
    last().say({ type: 'position', latitude: 53, longitude: -1, heading: 9, moving: true, at: '' });
    expect(listener.camera).toHaveBeenCalledWith(2, 'offline');
    expect(listener.lost).toHaveBeenCalledWith(1, 3);
    expect(listener.position.mock.calls[0]?.[0]).toMatchObject({ latitude: 53, heading: 9 });
    socket.close();
  });

  it('a lost connection is reported and retried with a fresh ticket, with increasing delays', async () => {
    const listener = heard();
    const socket = new LiveSocket(address, CHOICE, listener);
    await pass(0);
    last().open();
    last().say({ type: 'stats', camera: 1 });
    expect(listener.link.mock.calls).toEqual([['open']]);
    last().drop();
    expect(listener.link.mock.lastCall).toEqual(['lost']);
    await pass(500);
    expect(FakeSocket.all).toHaveLength(2);
    last().drop();
    await pass(900);
    expect(FakeSocket.all).toHaveLength(2);
    await pass(200);
    expect(FakeSocket.all).toHaveLength(3);
    last().open();
    expect(last().sent[0]).toMatchObject({ ticket: 'ticket-3' });
    last().say({ type: 'stats', camera: 1 });
    expect(listener.link.mock.lastCall).toEqual(['open']);
    expect(listener.failed).not.toHaveBeenCalled();
    socket.close();
  });

  it('eight seconds of silence are a lost connection', async () => {
    const listener = heard();
    const socket = new LiveSocket(address, CHOICE, listener);
    await pass(0);
    last().open();
    last().say({ type: 'stats', camera: 1 });
    await pass(8100);
    expect(listener.link.mock.lastCall).toEqual(['lost']);
    socket.close();
  });

  it('gives up after three failed attempts, and does not reconnect when ended by the server', async () => {
    const unreached = heard();
    new LiveSocket(address, CHOICE, unreached);
    for (let tries = 0; tries < 3; tries += 1) {
      await pass(5000);
      last().drop();
    }
    expect(unreached.failed).toHaveBeenCalledOnce();
    await pass(60_000);
    expect(FakeSocket.all).toHaveLength(3);

    const listener = heard();
    new LiveSocket(address, CHOICE, listener);
    await pass(0);
    last().open();
    last().say({ type: 'end', reason: 'time' });
    last().drop();
    await pass(60_000);
    expect(listener.end).toHaveBeenCalledWith('time');
    expect(FakeSocket.all).toHaveLength(4);
  });
});
