import { describe, expect, it } from 'vitest';
import { AnswerBuffers } from './answer-buffers.ts';

const parts = (...texts: string[]) => texts.map((text) => Buffer.from(text));

describe('the memory of answers', () => {
  it('puts parts one after another', () => {
    expect(new AnswerBuffers().join(parts('[', 'a,', 'b', ']')).toString()).toBe('[a,b]');
  });

  it('is used again only after it was given back', () => {
    const buffers = new AnswerBuffers();
    const first = buffers.join(parts('first'));
    const second = buffers.join(parts('other'));
    expect(second.buffer).not.toBe(first.buffer);
    expect(first.toString()).toBe('first');
    buffers.giveBack(first);
    const third = buffers.join(parts('third'));
    expect(third.buffer).toBe(first.buffer);
    expect(third.toString()).toBe('third');
  });

  it('a longer answer than before gets memory of its own', () => {
    const buffers = new AnswerBuffers();
    buffers.giveBack(buffers.join(parts('short')));
    const long = 'long'.repeat(100);
    expect(buffers.join(parts(long)).toString()).toBe(long);
  });
});
