import { describe, expect, it, vi } from 'vitest';
import { MediaAppender } from './media-append.ts';

/**
 * A fake source buffer with browser behaviour: free slightly before its event, strict about misuse.
 */
class FakeBuffer extends EventTarget {
  updating = false;
  taken: number[] = [];
  removed: [number, number][] = [];
  startS = 0;
  endS = 0;
  isFull = false;

  get buffered() {
    const { startS, endS } = this;
    return { length: endS > startS ? 1 : 0, start: () => startS, end: () => endS };
  }
  appendBuffer(data: Uint8Array): void {
    this.#begin();
    if (this.isFull) {
      this.updating = false;
      throw new DOMException('full', 'QuotaExceededError');
    }
    this.taken.push(data[0] ?? -1);
    this.endS += 1;
  }
  remove(fromS: number, toS: number): void {
    this.#begin();
    this.removed.push([fromS, toS]);
    this.startS = toS;
    this.isFull = false;
  }
  /** Completes the operation; the event follows in a separate task. */
  work(): void {
    this.updating = false;
  }
  tell(): void {
    this.dispatchEvent(new Event('updateend'));
  }
  #begin(): void {
    if (this.updating) throw new DOMException('busy', 'InvalidStateError');
    this.updating = true;
  }
}

function start(shown = { s: 0 }) {
  const buffer = new FakeBuffer();
  const onFailure = vi.fn();
  const appender = new MediaAppender(buffer as unknown as SourceBuffer, () => shown.s, onFailure);
  const push = (number: number, isStart = false) =>
    appender.push(Uint8Array.of(number), isStart, () => undefined);
  const settle = () => {
    while (buffer.updating) {
      buffer.work();
      buffer.tell();
    }
  };
  return { buffer, appender, push, settle, shown, onFailure };
}

describe('feeding a source buffer', () => {
  it('appends one at a time, in order', () => {
    const { buffer, push, settle, appender } = start();
    for (const number of [1, 2, 3]) push(number);
    expect(buffer.taken).toEqual([1]);
    settle();
    expect(buffer.taken).toEqual([1, 2, 3]);
    expect([appender.startS, appender.endS]).toEqual([0, 3]);
  });

  it('an append between the end of a removal and its event waits for the event', () => {
    const { buffer, push, settle, shown } = start();
    for (let number = 0; number < 20; number += 1) push(number);
    settle();
    shown.s = 19;
    push(20);
    buffer.work();
    buffer.tell();
    expect(buffer.removed).toEqual([[0, 15]]);
    buffer.work();
    push(21);
    push(22);
    buffer.tell();
    settle();
    expect(buffer.taken.slice(-3)).toEqual([20, 21, 22]);
    expect(buffer.removed).toHaveLength(1);
  });

  it('a full buffer is trimmed behind the current frame, and the segment is appended again', () => {
    const { buffer, push, settle, shown, onFailure } = start();
    push(1);
    settle();
    shown.s = 10;
    buffer.isFull = true;
    push(2);
    settle();
    expect(buffer.removed).toEqual([[0, 9.5]]);
    expect(buffer.taken).toEqual([1, 2]);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('an overfull queue is dropped up to the next key frame', () => {
    const { buffer, push, settle } = start();
    for (let number = 0; number < 302; number += 1) push(number % 250);
    expect(push(7)).toBe(false);
    expect(push(8, true)).toBe(true);
    settle();
    expect(buffer.taken).toEqual([0, 8]);
  });
});
