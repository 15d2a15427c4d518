import { type ErrorDetails, InternalError } from '@roadworthy/domain';

/*
 * Joins PDFs into one that is written in parts, so that a long one is never complete in memory. It
 * reads only what the document thread writes with pdfkit (one cross-reference table, no object
 * streams, one flat page tree) and refuses everything else. Only pages and their resources are
 * copied, not structure tags. docs/decisions/0028-joined-pdfs.md explains why no library does this.
 */

/** An object of a PDF: its header and dictionary as text, its stream and end as bytes. */
interface PdfObject {
  readonly text: string;
  readonly rest: Buffer;
}

/** A PDF that can be joined. */
interface SourcePdf {
  readonly objects: ReadonlyMap<number, PdfObject>;
  /** Object numbers of the pages, in sequence. */
  readonly pages: readonly number[];
}

const REFERENCE = /(\d+) 0 R\b/g;
const STREAM_START = '\nstream\n';
const OBJECT_END = '\nendobj\n';
/** Literal and hexadecimal strings, which may contain text that looks like a reference. */
const STRING = /\((?:\\[\s\S]|[^\\()])*\)|<[0-9A-Fa-f\s]*>/g;

const refusal = (reason: string, details?: ErrorDetails) =>
  new InternalError(`pdf_join.${reason}`, details);

/** Renumbers the references of an object's text, except within strings. */
function withReferences(text: string, renumber: (number: number) => number): string {
  const renumbered = (part: string) =>
    part.replace(REFERENCE, (_whole, number: string) => `${renumber(Number(number))} 0 R`);
  let result = '';
  let from = 0;
  for (const { index, 0: string } of text.matchAll(STRING)) {
    result += renumbered(text.slice(from, index)) + string;
    from = index + string.length;
  }
  return result + renumbered(text.slice(from));
}

/** Offsets of the objects, in sequence of their numbers, and the number of the catalogue. */
function readTable(pdf: Buffer): { offsets: number[]; tableAt: number; root: number } {
  const end = pdf.lastIndexOf('startxref');
  if (end < 0) throw refusal('end_missing');
  const [, address] = /^startxref\s+(\d+)/.exec(pdf.toString('latin1', end, end + 30)) ?? [];
  const tableAt = Number(address);
  const table = pdf.toString('latin1', tableAt, end);
  const [, size] = /^xref\s+0 (\d+)/.exec(table) ?? [];
  if (size === undefined) throw refusal('no_plain_table');
  const trailer = table.slice(table.indexOf('trailer'));
  if (trailer.includes('/Encrypt ')) throw refusal('encrypted');
  if (trailer.includes('/Prev ')) throw refusal('changed_later');
  const [, root] = /\/Root (\d+) 0 R/.exec(trailer) ?? [];
  if (root === undefined) throw refusal('catalogue_missing');
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, offset]) => Number(offset));
  // Entry 0 is always free.
  if (offsets.length !== Number(size) - 1) throw refusal('table_gaps');
  return { offsets, tableAt, root: Number(root) };
}

/** Splits the bytes of an object into text and stream. */
function readObject(bytes: Buffer, number: number): PdfObject {
  const streamAt = bytes.indexOf(STREAM_START);
  const textEnd = streamAt < 0 ? bytes.length : streamAt;
  const text = bytes.toString('latin1', 0, textEnd);
  const header = `${number} 0 obj\n`;
  if (!text.startsWith(header)) throw refusal('object_moved', { number });
  // An unknown start of a stream would be read as text, and its bytes changed.
  if (streamAt < 0 && (!text.endsWith(OBJECT_END) || /\bstream\r/.test(text))) {
    throw refusal('object_form', { number });
  }
  return { text: text.slice(header.length), rest: bytes.subarray(textEnd) };
}

/** The pages in sequence. Each must have its own size and resources: its parent is replaced. */
function readPages(objects: ReadonlyMap<number, PdfObject>, root: number): number[] {
  const [, tree] = /\/Pages (\d+) 0 R/.exec(objects.get(root)?.text ?? '') ?? [];
  const treeText = objects.get(Number(tree))?.text ?? '';
  const [, kids] = /\/Kids \[([^\]]*)\]/.exec(treeText) ?? [];
  const [, count] = /\/Count (\d+)/.exec(treeText) ?? [];
  if (kids === undefined) throw refusal('page_tree_missing');
  const pages = [...kids.matchAll(REFERENCE)].map(([, number]) => Number(number));
  if (pages.length !== Number(count)) throw refusal('page_tree_nested');
  for (const page of pages) {
    const text = objects.get(page)?.text ?? '';
    if (!/\/Type \/Page\b/.test(text)) throw refusal('page_tree_nested');
    for (const key of ['/MediaBox ', '/Resources ']) {
      if (!text.includes(key)) throw refusal('page_inherits', { key: key.slice(1, -1) });
    }
  }
  return pages;
}

/** @throws Error for a PDF of another form than ours */
function readSource(pdf: Buffer): SourcePdf {
  const { offsets, tableAt, root } = readTable(pdf);
  const ends = [...offsets, tableAt].sort((a, b) => a - b);
  const objects = new Map<number, PdfObject>();
  offsets.forEach((offset, n) => {
    const end = ends.find((one) => one > offset);
    objects.set(n + 1, readObject(pdf.subarray(offset, end), n + 1));
  });
  return { objects, pages: readPages(objects, root) };
}

/** A text of a PDF, in any script. */
const pdfText = (text: string) =>
  `<FEFF${[...Buffer.from(text, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`;

const PAGES = 1;
const CATALOGUE = 2;
const INFO = 3;
const OUTLINES = 4;

/** A joined PDF, written in parts: `head`, then each document, then `end`. */
export class JoinedPdf {
  /** Offset of each object, by number. */
  readonly #offsets: number[] = [];
  readonly #pages: number[] = [];
  readonly #bookmarks: { readonly text: string; readonly page: number }[] = [];
  #length = 0;
  #next = OUTLINES + 1;

  /** @param language BCP 47, for screen readers */
  constructor(private readonly about: { readonly title: string; readonly language: string }) {}

  /** Number of pages so far. */
  get pages(): number {
    return this.#pages.length;
  }

  head(): Buffer {
    return this.#counted(Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1'));
  }

  /**
   * Appends the pages of a PDF.
   *
   * @param bookmark title of a bookmark to the first page
   * @param place `first` for pages that stand before all others, such as contents
   * @throws Error for a PDF of another form than ours, which is not appended
   */
  add(pdf: Buffer, bookmark: string | null = null, place: 'first' | 'last' = 'last'): Buffer {
    const { objects, pages } = readSource(pdf);
    const numbers = new Map<number, number>();
    const waiting: number[] = [];
    const numberOf = (old: number): number => {
      const known = numbers.get(old);
      if (known !== undefined) return known;
      const number = this.#next;
      this.#next += 1;
      numbers.set(old, number);
      waiting.push(old);
      return number;
    };
    const pageNumbers = pages.map(numberOf);
    const [first] = pageNumbers;
    const marks = bookmark === null || first === undefined ? [] : [{ text: bookmark, page: first }];
    if (place === 'first') {
      this.#pages.unshift(...pageNumbers);
      this.#bookmarks.unshift(...marks);
    } else {
      this.#pages.push(...pageNumbers);
      this.#bookmarks.push(...marks);
    }
    const parts: Buffer[] = [];
    for (let old = waiting.shift(); old !== undefined; old = waiting.shift()) {
      const object = objects.get(old);
      if (object === undefined) throw refusal('object_missing', { number: old });
      const own = pages.includes(old)
        ? object.text.replace(/\/Parent \d+ 0 R\n/, '').replace(/\/StructParents \d+\n/, '')
        : object.text;
      const text = withReferences(own, numberOf);
      const page = pages.includes(old) ? text.replace('<<', `<<\n/Parent ${PAGES} 0 R`) : text;
      parts.push(this.#object(numberOf(old), page, object.rest));
    }
    return Buffer.concat(parts);
  }

  /** The page tree. */
  end(): Buffer {
    const parts: Buffer[] = [];
    const write = (number: number, text: string) =>
      parts.push(this.#object(number, `${text}\nendobj\n`, Buffer.alloc(0)));
    const kids = this.#pages.map((page) => `${page} 0 R`).join('\n');
    write(PAGES, `<<\n/Type /Pages\n/Count ${this.#pages.length}\n/Kids [${kids}]\n>>`);
    write(
      CATALOGUE,
      `<<\n/Type /Catalog\n/Pages ${PAGES} 0 R\n/Outlines ${OUTLINES} 0 R\n/Lang (${this.about.language})
/ViewerPreferences <<\n/DisplayDocTitle true\n>>\n>>`,
    );
    write(
      INFO,
      `<<\n/Title ${pdfText(this.about.title)}\n/Creator (Roadworthy)\n/Producer (Roadworthy)\n>>`,
    );
    const firstMark = this.#next;
    this.#next += this.#bookmarks.length;
    const lastMark = this.#next - 1;
    const range = lastMark < firstMark ? '' : `\n/First ${firstMark} 0 R\n/Last ${lastMark} 0 R`;
    write(OUTLINES, `<<\n/Type /Outlines\n/Count ${this.#bookmarks.length}${range}\n>>`);
    this.#bookmarks.forEach(({ text, page }, n) => {
      const number = firstMark + n;
      const before = n === 0 ? '' : `\n/Prev ${number - 1} 0 R`;
      const after = number === lastMark ? '' : `\n/Next ${number + 1} 0 R`;
      write(
        number,
        `<<\n/Title ${pdfText(text)}\n/Parent ${OUTLINES} 0 R${before}${after}\n/Dest [${page} 0 R /Fit]\n>>`,
      );
    });
    const tableAt = this.#length;
    const lines = Array.from(
      { length: this.#next - 1 },
      (_, n) => `${String(this.#offsets[n + 1] ?? 0).padStart(10, '0')} 00000 n \n`,
    );
    const table = `xref\n0 ${this.#next}\n0000000000 65535 f \n${lines.join('')}`;
    const trailer = `trailer\n<<\n/Size ${this.#next}\n/Root ${CATALOGUE} 0 R\n/Info ${INFO} 0 R\n>>`;
    parts.push(Buffer.from(`${table}${trailer}\nstartxref\n${tableAt}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(parts);
  }

  #object(number: number, text: string, rest: Buffer): Buffer {
    this.#offsets[number] = this.#length;
    return this.#counted(Buffer.concat([Buffer.from(`${number} 0 obj\n${text}`, 'latin1'), rest]));
  }

  #counted(bytes: Buffer): Buffer {
    this.#length += bytes.length;
    return bytes;
  }
}
