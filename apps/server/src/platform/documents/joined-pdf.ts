/*
 * Joins PDFs into one that is written in parts, so that a long one is never complete in memory. It
 * reads only what our own worker writes (pdfkit: a plain table of objects, no object streams).
 * Only pages and their resources are copied; structure tags are not.
 */

/** An object of a PDF: everything before its stream as text, the stream as bytes. */
interface PdfObject {
  readonly text: string;
  readonly rest: Buffer;
}

const REFERENCE = /(\d+) 0 R\b/g;
const STREAM = '\nstream\n';
/** Literal and hexadecimal strings, which may contain text that looks like a reference. */
const STRING = /\((?:\\[\s\S]|[^\\()])*\)|<[0-9A-Fa-f\s]*>/g;

/** Renumbers the references of an object's text, except within strings. */
function withReferences(text: string, change: (number: number) => number): string {
  const changed = (part: string) =>
    part.replace(REFERENCE, (_whole, number: string) => `${change(Number(number))} 0 R`);
  let result = '';
  let from = 0;
  for (const { index, 0: string } of text.matchAll(STRING)) {
    result += changed(text.slice(from, index)) + string;
    from = index + string.length;
  }
  return result + changed(text.slice(from));
}

/** The objects of a PDF by number, and the number of its catalogue. */
function objectsOf(pdf: Buffer): { objects: Map<number, PdfObject>; root: number } {
  const end = pdf.lastIndexOf('startxref');
  const tableAt = Number(
    pdf
      .subarray(end + 9, end + 30)
      .toString('latin1')
      .trim()
      .split(/\s/)[0],
  );
  const table = pdf.subarray(tableAt, end).toString('latin1');
  const [, size = '0'] = /^xref\s+0 (\d+)/.exec(table) ?? [];
  const [, root] = /\/Root (\d+) 0 R/.exec(table) ?? [];
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, offset]) => Number(offset));
  if (root === undefined || offsets.length !== Number(size) - 1) {
    throw new Error('A PDF to be joined has another form than ours.');
  }
  const ends = [...offsets, tableAt].sort((a, b) => a - b);
  const objects = new Map<number, PdfObject>();
  offsets.forEach((offset, n) => {
    const bytes = pdf.subarray(
      offset,
      ends.find((one) => one > offset),
    );
    const streamAt = bytes.indexOf(STREAM);
    const textEnd = streamAt < 0 ? bytes.length : streamAt;
    objects.set(n + 1, {
      text: bytes
        .subarray(0, textEnd)
        .toString('latin1')
        .replace(/^\d+ 0 obj\n/, ''),
      rest: bytes.subarray(textEnd),
    });
  });
  return { objects, root: Number(root) };
}

/** The pages of a document in sequence, through the page tree. */
function pagesOf(objects: ReadonlyMap<number, PdfObject>, root: number): number[] {
  const [, tree] = /\/Pages (\d+) 0 R/.exec(objects.get(root)?.text ?? '') ?? [];
  const [, kids = ''] = /\/Kids \[([^\]]*)\]/.exec(objects.get(Number(tree))?.text ?? '') ?? [];
  return [...kids.matchAll(REFERENCE)].map(([, number]) => Number(number));
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
   * @throws Error for a PDF of other software
   */
  add(pdf: Buffer, bookmark: string | null = null): Buffer {
    const { objects, root } = objectsOf(pdf);
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
    const pages = pagesOf(objects, root);
    const pageNumbers = pages.map(numberOf);
    const [first] = pageNumbers;
    if (bookmark !== null && first !== undefined) {
      this.#bookmarks.push({ text: bookmark, page: first });
    }
    this.#pages.push(...pageNumbers);
    const parts: Buffer[] = [];
    for (let old = waiting.shift(); old !== undefined; old = waiting.shift()) {
      const object = objects.get(old);
      if (object === undefined) throw new Error('A PDF to be joined lacks an object.');
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
