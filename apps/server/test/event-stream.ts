import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { until } from './device.ts';

/** A browser's end of an event stream: real HTTP, events as they come. */
export class TestEventStream {
  readonly events: { readonly name: string; readonly data: string; readonly atMs: number }[] = [];
  ended = false;
  #rest = '';

  private constructor(
    private readonly asked: ClientRequest,
    readonly answer: IncomingMessage,
  ) {
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => this.#take(text));
    answer.on('error', () => undefined);
    answer.on('close', () => {
      this.ended = true;
    });
  }

  /** Opens a stream; resolves when the headers are there. */
  static open(url: string, headers: Readonly<Record<string, string>> = {}) {
    return new Promise<TestEventStream>((done, failed) => {
      const asked = request(url, { headers, agent: false }, (answer) =>
        done(new TestEventStream(asked, answer)),
      );
      asked.on('error', failed);
      asked.end();
    });
  }

  /** The updates of all events so far, newest last. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  get updates(): any[] {
    return this.events.flatMap(({ data }) => JSON.parse(data));
  }

  /** Waits for so many events; throws when they do not come in time. */
  async received(count: number, timeoutMs = 30_000): Promise<void> {
    await until(() => this.events.length >= count, timeoutMs);
  }

  close(): void {
    this.asked.destroy();
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.+)$/m.exec(block)?.[1];
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (name !== undefined && data !== undefined) {
        this.events.push({ name, data, atMs: performance.now() });
      }
    }
  }
}
