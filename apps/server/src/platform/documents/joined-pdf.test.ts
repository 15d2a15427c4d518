import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../test/read-pdf.ts';
import { JoinedPdf, makePdf, pictureUrl } from './index.ts';

const footer = { left: 'Left', pageOf: 'Page {page}' };
const made = (content: unknown[], pagesBefore = 0) =>
  makePdf({
    definition: { content, defaultStyle: { font: 'Roboto' } },
    footer: { ...footer, pagesBefore },
  });

async function picture(): Promise<string> {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  return pictureUrl(bytes, 20);
}

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

  it('keeps the text and images of each document, with bookmarks to its first page', async () => {
    const url = await picture();
    const joined = new JoinedPdf({ title: 'x', language: 'en' });
    const parts = [joined.head()];
    for (const n of [1, 2, 3]) {
      parts.push(joined.add(await made([`text ${n}`, { image: url }]), `Mark ${n}`));
    }
    parts.push(joined.end());
    const bytes = Buffer.concat(parts);
    const { pages, pictures, document } = await readPdf({ bytes: new Uint8Array(bytes) });
    expect(pages.map((text) => /text \d/.exec(text)?.[0])).toEqual(['text 1', 'text 2', 'text 3']);
    expect(pictures).toBe(3);
    const photo = Buffer.from(url.split(',')[1] ?? '', 'base64').toString('latin1');
    expect(bytes.toString('latin1').split(photo)).toHaveLength(4);
    const outline = await document.getOutline();
    const targets = outline.map(({ dest }) => document.getPageIndex(dest?.[0] as never));
    expect(await Promise.all(targets)).toEqual([0, 1, 2]);
  });

  // Each change keeps the length, so that only the feature differs from our PDFs.
  it.each([
    ['no PDF', /[\s\S]+/, 'nothing of the kind', 'end_missing'],
    ['a cross-reference stream', /\nxref\n/, '\nxrof\n', 'no_plain_table'],
    ['encryption', /trailer\n<</, 'trailer\n<<\n/Encrypt 1 0 R', 'encrypted'],
    ['a later change', /trailer\n<</, 'trailer\n<<\n/Prev 9', 'changed_later'],
    ['no catalogue', /\/Root (\d+ 0 R\n)/, '/Rood $1', 'catalogue_missing'],
    ['a deleted object', / n /, ' f ', 'table_gaps'],
    ['a wrong offset', /(\d+) 0 obj\n/, '$1 1 obj\n', 'object_moved'],
    ['streams after CRLF', /\nstream\n/, '\nstream\r', 'object_form'],
    ['no page tree', /\/Kids \[/, '/Kidz [', 'page_tree_missing'],
    ['a nested page tree', /\/Count 1\b/, '/Count 2', 'page_tree_nested'],
    ['a tree in the tree', /\/Type \/Page\n/, '/Type /Tree\n', 'page_tree_nested'],
    ['an inherited size', /\/MediaBox /, '/MediaBax ', 'page_inherits key=MediaBox'],
    ['inherited resources', /\/Resources /, '/Resourcez ', 'page_inherits key=Resources'],
  ])('refuses a PDF with %s', async (_feature, from, to, reason) => {
    const joined = new JoinedPdf({ title: 'x', language: 'en' });
    const ours = await made(['text']);
    const other = Buffer.from(ours.toString('latin1').replace(from, to), 'latin1');
    expect(() => joined.add(other)).toThrow(`pdf_join.${reason}`);
    expect(joined.pages).toBe(0);
    joined.add(ours);
    expect(joined.pages).toBe(1);
  });
});
