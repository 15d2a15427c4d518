import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import readXlsxFile, { readSheet } from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { makePdf, makeXlsx, type PdfContent } from './index.ts';

const table = (rows: number): PdfContent => ({
  definition: {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    content: [
      {
        layout: 'report',
        table: {
          headerRows: 1,
          body: [
            ['Vehicle', 'Place'],
            ...Array.from({ length: rows }, (_, n) => [
              `Row ${n + 1}`,
              'Vila Nova de Gaia, São João',
            ]),
          ],
        },
      },
    ],
  },
  footer: { left: 'Roadworthy', pageOf: 'Page {page} of {pages}' },
});

async function pagesOf(bytes: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
  return text;
}

interface Tagged {
  readonly role?: string;
  readonly type?: string;
  readonly children?: readonly Tagged[];
}

/** The roles of a tree in preorder. */
const rolesOf = ({ role, children = [] }: Tagged): string[] => [
  ...(role === undefined ? [] : [role]),
  ...children.flatMap(rolesOf),
];

/** The elements of a role that have content on the page. */
function withContent(element: Tagged, role: string): Tagged[] {
  const { children = [] } = element;
  const hasContent = (one: Tagged): boolean =>
    one.type === 'content' || (one.children ?? []).some(hasContent);
  const own = element.role === role && hasContent(element) ? [element] : [];
  return [...own, ...children.flatMap((one) => withContent(one, role))];
}

describe('documents made in a separate thread', () => {
  it('are PDFs with the header row and a number on every page', async () => {
    const pages = await pagesOf(await makePdf(table(100)));
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach((text, n) => {
      expect(text).toContain('Vehicle');
      expect(text).toContain(`Page ${n + 1} of ${pages.length}`);
    });
    expect(pages.join(' ')).toContain('Row 100');
    expect(pages[0]).toContain('São João');
  });

  it('have the structure that screen readers use, if requested', async () => {
    const { definition, footer } = table(60);
    const dot =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const content = [
      { text: 'Title', tag: 'H1' },
      { text: 'Part', outline: true },
      ...(definition.content as object[]),
      { image: dot, width: 20, alt: 'A dot' },
    ];
    const bytes = await makePdf({
      definition: { ...definition, content, tagged: true, language: 'en-GB' },
      footer,
    });
    const document = await getDocumentProxy(new Uint8Array(bytes));
    const roots: Tagged[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const root = await (await document.getPage(number)).getStructTree();
      roots.push(root as Tagged);
    }
    expect(roots.length).toBeGreaterThan(1);
    const [first] = roots.map(rolesOf);
    expect(first?.slice(0, 6)).toEqual(['Root', 'Document', 'H1', 'H2', 'Table', 'TR']);
    // The head is repeated on each page, but tagged once.
    const told = (role: string) => roots.flatMap((root) => withContent(root, role)).length;
    expect([told('TH'), told('TD')]).toEqual([2, 120]);
    expect(JSON.stringify(roots)).toContain('"alt":"A dot"');
    // An untagged document has no structure.
    const plain = await getDocumentProxy(new Uint8Array(await makePdf(table(3))));
    expect(await (await plain.getPage(1)).getStructTree()).toBeNull();
  });

  it('are sheets with typed cells: text that looks like a formula stays text', async () => {
    const sheet = await readSheet(
      await makeXlsx({
        sheets: [
          {
            sheet: 'Trips',
            stickyRowsCount: 1,
            columns: [{ width: 10 }, { width: 10 }, { width: 18 }],
            data: [
              [{ value: 'A', fontWeight: 'bold' }, { value: 'B' }, { value: 'C' }],
              [
                { value: '=1+1' },
                { value: 12.5, format: '0.00' },
                { value: new Date(Date.UTC(2026, 5, 1, 8, 30)), format: 'dd/mm/yy hh:mm' },
              ],
              [null, null, null],
            ],
          },
        ],
      }),
    );
    expect(sheet[1]).toEqual(['=1+1', 12.5, new Date('2026-06-01T08:30:00Z')]);
  });

  it('access neither the network nor files of the server', async () => {
    for (const image of ['http://127.0.0.1:9/x.png', '/etc/hostname', 'file:///etc/hostname']) {
      const content = { ...table(1), definition: { content: [{ image }] } };
      await expect(makePdf(content), image).rejects.toThrow();
    }
    expect((await pagesOf(await makePdf(table(1))))[0]).toContain('Row 1');
  });

  it('are also made by the bundle, in a process started like the product', async () => {
    const folder = resolve('apps/server/dist', `documents-${process.pid}`);
    const run = (code: string) => {
      const args = ['--input-type=module', '--eval', code];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      return stdout;
    };
    try {
      run(`import { build } from 'esbuild';
        const { serverBundle } = await import(${JSON.stringify(resolve('scripts/build.mjs'))});
        const { 'document-worker': worker } = serverBundle.entryPoints;
        const documents = 'apps/server/src/platform/documents/index.ts';
        const entryPoints = { documents, 'document-worker': worker };
        await build({ ...serverBundle, entryPoints, outdir: ${JSON.stringify(folder)} });`);
      const made =
        run(`const documents = ${JSON.stringify(pathToFileURL(`${folder}/documents.js`))};
        const { makePdf } = await import(documents);
        const content = ${JSON.stringify(table(1))};
        process.stdout.write((await makePdf(content)).subarray(0, 5).toString());`);
      expect(made).toBe('%PDF-');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('wait in a queue; too many are refused', async () => {
    const asked = Array.from({ length: 40 }, () => makePdf(table(20)).then(() => 'made', String));
    const ended = await Promise.all(asked);
    expect(ended.filter((text) => text === 'made').length).toBeGreaterThanOrEqual(20);
    expect(ended.filter((text) => text.includes('document.busy')).length).toBeGreaterThan(0);
  });
});

describe('the names of sheets', () => {
  const named = (sheet: string) => ({ sheet, data: [[{ value: sheet }]], columns: [] });
  it('are shortened, cleared of characters that spreadsheets refuse, and kept unique', async () => {
    const long = 'Relatório mensal de verificações de veículos';
    const bytes = await makeXlsx({ sheets: [named(long), named(long), named("a/b[c]:*?\\'")] });
    const sheets = await readXlsxFile(bytes);
    expect(sheets.map(({ sheet }) => sheet)).toEqual([
      'Relatório mensal de verificaçõe',
      'Relatório mensal de verificaç 2',
      'a b c',
    ]);
  });
});
