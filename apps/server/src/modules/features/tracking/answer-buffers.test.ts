import { describe, expect, it } from 'vitest';
import { AnswerBuffers } from './answer-buffers.ts';

const parts = (...texts: string[]) => texts.map((text) => Buffer.from(text));

describe('response buffers', () => {
  it('concatenates parts', () => {
    expect(new AnswerBuffers().join(parts('[', 'a,', 'b', ']')).toString()).toBe('[a,b]');
  });

  it('are reused only after they are released', () => {
    const buffers = new AnswerBuffers();
    const first = buffers.join(parts('first'));
    const second = buffers.join(parts('other'));
    expect(second.buffer).not.toBe(first.buffer);
    expect(first.toString()).toBe('first');
    buffers.release(first);
    const third = buffers.join(parts('third'));
    expect(third.buffer).toBe(first.buffer);
    expect(third.toString()).toBe('third');
  });

  it('are replaced if a response is longer', () => {
    const buffers = new AnswerBuffers();
    buffers.release(buffers.join(parts('short')));
    const long = 'long'.repeat(100);
    expect(buffers.join(parts(long)).toString()).toBe(long);
  });
});
