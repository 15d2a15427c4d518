import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../test/read-pdf.ts';
import { JoinedPdf, makePdf } from './index.ts';

const footer = { left: 'Left', pageOf: 'Page {page}' };
const made = (content: unknown[], pagesBefore = 0) =>
  makePdf({
    definition: { content, defaultStyle: { font: 'Roboto' } },
    footer: { ...footer, pagesBefore },
  });

describe('a joined PDF', () => {
  it('has the pages of each document in sequence, numbered continuously, and bookmarks', async () => {
    const joined = new JoinedPdf({ title: 'Zażółć (1 0 R)', language: 'en' });
    const parts = [joined.head()];
    const texts = [['first', 'second (7 0 R)'], ['third'], ['fourth', 'fifth \\( ) <']];
    for (const [n, pages] of texts.entries()) {
      const content = pages.map((text, p) => ({
        text,
        ...(p === 0 ? {} : { pageBreak: 'before' }),
      }));
      parts.push(joined.add(await made(content, joined.pages), n === 1 ? null : `Mark ${n} (é)`));
    }
    expect(joined.pages).toBe(5);
    parts.push(joined.end());
    const { pages, info, document } = await readPdf({
      bytes: new Uint8Array(Buffer.concat(parts)),
    });
    expect(pages.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      expect.stringMatching(/^first Left Page 1$/),
      expect.stringMatching(/^second \(7 0 R\) Left Page 2$/),
      expect.stringMatching(/^third Left Page 3$/),
      expect.stringMatching(/^fourth Left Page 4$/),
      expect.stringMatching(/^fifth \\\( \) < Left Page 5$/),
    ]);
    expect(info).toMatchObject({ Title: 'Zażółć (1 0 R)' });
    const outline = await document.getOutline();
    expect(outline.map(({ title }: { title: string }) => title)).toEqual([
      'Mark 0 (é)',
      'Mark 2 (é)',
    ]);
  });

  it('refuses PDFs of other software', () => {
    const joined = new JoinedPdf({ title: 'x', language: 'en' });
    expect(() => joined.add(Buffer.from('%PDF-1.4 nothing of the kind'))).toThrow();
  });
});
