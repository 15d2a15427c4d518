import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** What a PDF says on its pages, how many pictures it holds, and what it says of itself. */
export async function readPdf({ bytes }: { readonly bytes: Uint8Array }) {
  const raw = Buffer.from(bytes).toString('latin1');
  if (!raw.startsWith('%PDF-')) throw new Error(`This is no PDF: ${raw.slice(0, 200)}`);
  const document = await getDocumentProxy(bytes.slice());
  const { text: pages } = await extractText(document);
  const pictures = raw.split('/Subtype /Image').length - 1;
  const { info } = await getMeta(document);
  return { pages, text: pages.join(' ').replace(/\s+/g, ' '), pictures, info, document };
}
