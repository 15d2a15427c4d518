import { randomBytes } from 'node:crypto';
import { Zip, ZipDeflate, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../../../test/zip-of.ts';
import { isArchive, unpack } from './tachograph-unzip.ts';

const MB = 1_000_000;
const text = (value: string) => Buffer.from(value);

async function results(archive: Uint8Array, name = 'all.zip'): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const file of unpack(name, Buffer.from(archive))) {
    all.push('reason' in file ? [file.name, file.reason] : [file.name, file.bytes.toString()]);
  }
  return all;
}

/** An archive whose sizes follow the files, as programs write it that do not know them before. */
function streamed(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts: Uint8Array[] = [];
  const zip = new Zip((_error, part) => parts.push(part));
  for (const [name, content] of Object.entries(files)) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    entry.push(content, true);
  }
  zip.end();
  return Buffer.concat(parts);
}

describe('an archive', () => {
  it('is recognised by its content', () => {
    expect(isArchive(Buffer.from(zipSync({ a: text('a') })))).toBe(true);
    expect(isArchive(Buffer.from(zipSync({})))).toBe(true);
    expect(isArchive(text('PK of nothing'))).toBe(false);
  });

  it('gives its files without folders, and none of an operating system', async () => {
    const files = {
      'march/': new Uint8Array(),
      'march/C_1.DDD': text('one'),
      '../../V_2.DDD': [text('two'), { level: 0 as const }] as [Buffer, { level: 0 }],
      '__MACOSX/march/._C_1.DDD': text('x'),
      'march/.DS_Store': text('x'),
    };
    expect(await results(zipSync(files))).toEqual([
      ['C_1.DDD', 'one'],
      ['V_2.DDD', 'two'],
    ]);
  });

  it('is read over many pieces, also if the sizes follow the files', async () => {
    const long = Buffer.from(randomBytes(150_000).toString('hex'));
    const files = { 'a.ddd': long, 'b.ddd': text('short') };
    for (const archive of [zipSync(files), streamed(files)]) {
      expect(await results(archive)).toEqual([
        ['a.ddd', long.toString()],
        ['b.ddd', 'short'],
      ]);
    }
  });

  it('refuses archives in it, whatever their names are, and empty files', async () => {
    const inner = zipSync({ 'a.ddd': text('a') });
    const files = { 'inner.zip': inner, 'b.ddd': inner, 'c.ddd': text(''), 'd.ddd': text('d') };
    expect(await results(zipSync(files))).toEqual([
      ['inner.zip', 'tachograph.archive_nested'],
      ['b.ddd', 'tachograph.archive_nested'],
      ['c.ddd', 'validation.file_empty'],
      ['d.ddd', 'd'],
    ]);
    expect(await results(zipSync({}))).toEqual([['all.zip', 'tachograph.archive_empty']]);
  });

  it('refuses one file that unpacks to more than 20 MB, also if its sizes are wrong', async () => {
    const large = Buffer.alloc(21 * MB);
    const refused = ['a.ddd', 'validation.file_too_large'];
    const files = { 'a.ddd': large, 'b.ddd': text('b') };
    expect(await results(zipSync(files))).toEqual([refused, ['b.ddd', 'b']]);
    expect(await results(streamed(files))).toEqual([refused, ['b.ddd', 'b']]);
    expect(await results(zipOf('a.ddd', large, { unpackedBytes: 10 }))).toEqual([refused]);
  });

  it('stops at 100 MB in total and at 500 entries', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`${n}.ddd`, Buffer.alloc(19 * MB, n + 1)]),
    );
    const names: string[] = [];
    for await (const file of unpack('all.zip', Buffer.from(zipSync(files)))) {
      names.push('reason' in file ? `${file.name} ${file.reason}` : file.name);
    }
    expect(names.slice(0, 5)).toEqual(['0.ddd', '1.ddd', '2.ddd', '3.ddd', '4.ddd']);
    expect(names.at(-1)).toBe('all.zip tachograph.archive_too_large');
    expect(names).not.toContain('5.ddd');
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}.ddd`, text('x')]));
    const all = await results(zipSync(many));
    expect(all).toHaveLength(501);
    expect(all.at(-1)).toEqual(['all.zip', 'tachograph.archive_too_large']);
    delete many['500.ddd'];
    expect((await results(zipSync(many))).at(-1)).toEqual(['499.ddd', 'x']);
  });

  it('says which file cannot be unpacked, and that the archive ends early', async () => {
    const unreadable = 'tachograph.archive_unreadable';
    const broken = zipOf('a.ddd', text('content'), { packed: Buffer.alloc(40, 0xff) });
    expect(await results(broken)).toEqual([['a.ddd', unreadable]]);
    const unknown = Buffer.from(zipOf('a.ddd', text('content')));
    unknown.writeUInt16LE(99, 8);
    expect(await results(unknown)).toEqual([['a.ddd', unreadable]]);
    const whole = zipSync({ 'a.ddd': text('a'), 'b.ddd': randomBytes(5000) });
    expect(await results(whole.subarray(0, 3000))).toEqual([
      ['a.ddd', 'a'],
      ['all.zip', unreadable],
    ]);
  });
});
