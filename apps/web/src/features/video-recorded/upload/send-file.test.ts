import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendFile } from './send-file.ts';

const ADDRESS = '/video-evidence/api/uploads/u/?expires=1&signature=s';
const KIB = 1024;

/** The server side of a resumable upload, with scripted failures. */
class Receiver {
  #parts: Uint8Array[] = [];
  /** Scripted results of the next requests, in order; success by default. */
  readonly faults: ('lost' | 'lost after' | number)[] = [];
  readonly asked: string[] = [];

  constructor(private readonly size: number) {}

  get content(): Buffer {
    return Buffer.concat(this.#parts);
  }

  get state() {
    const received = this.content.length;
    return {
      id: 'u',
      address: ADDRESS,
      size: this.size,
      received,
      request: received === this.size ? 9 : null,
    };
  }

  fetch = async (_address: string, request: RequestInit = {}): Promise<Response> => {
    const range = (request.headers as Record<string, string> | undefined)?.['Content-Range'];
    this.asked.push(range ?? 'state');
    const fault = this.faults.shift();
    if (fault === 'lost') throw new TypeError('Failed to fetch');
    if (typeof fault === 'number') {
      return new Response(JSON.stringify({ detail: `Refused with ${fault}.` }), { status: fault });
    }
    if (range !== undefined) {
      const first = Number(/(\d+)-/.exec(range)?.[1]);
      if (first !== this.content.length) return new Response('{}', { status: 409 });
      this.#parts.push(new Uint8Array(await (request.body as Blob).arrayBuffer()));
    }
    if (fault === 'lost after') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(this.state));
  };
}

let receiver: Receiver;
const film = Buffer.from(Uint8Array.from({ length: 1500 * KIB }, (_, n) => (n * 7) % 251));
const file = new Blob([film]);
beforeEach(() => {
  receiver = new Receiver(film.length);
  vi.stubGlobal('fetch', receiver.fetch);
});
afterEach(() => vi.unstubAllGlobals());

function send(signal = new AbortController().signal) {
  const told: [number, boolean][] = [];
  const onProgress = (sent: number, isWaiting: boolean) => told.push([sent, isWaiting]);
  const sent = sendFile(receiver.state, file, { onProgress, signal, againAfterMs: [1] });
  return { sent, told };
}

describe('a video upload', () => {
  it('[F-P03] is sent in chunks with progress, and becomes a clip', async () => {
    const { sent, told } = send();
    expect(await sent).toBe(9);
    expect(receiver.content.equals(film)).toBe(true);
    expect(receiver.asked.length).toBeGreaterThan(1);
    expect(told[0]).toEqual([0, false]);
    expect(told.at(-1)).toEqual([film.length, false]);
    const amounts = told.map(([amount]) => amount);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
  });

  it('[F-P03] resumes after the last received byte when the connection was lost', async () => {
    receiver.faults.push(200, 'lost', 'lost', 503);
    receiver.faults[0] = 'lost after';
    const { sent, told } = send();
    expect(await sent).toBe(9);
    expect(receiver.content.equals(film)).toBe(true);
    expect(told.filter(([, isWaiting]) => isWaiting)).toHaveLength(4);
    expect(receiver.asked.slice(0, 5)).toEqual([
      'bytes 0-524287/1536000',
      'state',
      'state',
      'state',
      'state',
    ]);
  });

  it('is not sent again if only the last response was lost', async () => {
    receiver = new Receiver(1000);
    vi.stubGlobal('fetch', receiver.fetch);
    receiver.faults.push('lost after');
    const onProgress = () => undefined;
    const small = new Blob([film.slice(0, 1000)]);
    const { signal } = new AbortController();
    const session = { onProgress, signal, againAfterMs: [1] };
    expect(await sendFile(receiver.state, small, session)).toBe(9);
    expect(receiver.asked).toEqual(['bytes 0-999/1000', 'state']);
  });

  it('ends with the error text if the server rejects it', async () => {
    receiver.faults.push(400);
    await expect(send().sent).rejects.toMatchObject({ status: 400, message: 'Refused with 400.' });
    expect(receiver.asked).toHaveLength(1);
  });

  it('can be cancelled, also while offline', async () => {
    const stop = new AbortController();
    receiver.faults.push(...Array.from({ length: 1000 }, () => 'lost' as const));
    const { sent } = send(stop.signal);
    const ended = expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect(receiver.asked.length).toBeGreaterThan(2));
    stop.abort();
    await ended;
  });
});
