import { open } from 'node:fs/promises';
import { badRequest } from '../errors.ts';

/** Readers search this much of the tail for the end of a PDF, and more for a ZIP directory. */
const END_BYTES = 2048;
const TAIL_BYTES = 70_000;
const HEAD_BYTES = 1024;
/** The end of a ZIP directory, which may follow any content: a JAR or an office document. */
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const MARKUP = /<(script|html|svg|\?php|!doctype)/i;

/**
 * Checks that a file is a PDF and nothing else: it begins and ends as one, and no other program
 * would accept it as its own format.
 *
 * @param field of the request, for the validation error
 * @throws HttpError 400 for every other file
 */
export async function refuseOtherThanPdf(path: string, field: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const part = async (position: number, length: number) => {
      const bytes = Buffer.alloc(Math.min(length, size));
      await file.read(bytes, 0, bytes.length, position);
      return bytes;
    };
    const head = await part(0, HEAD_BYTES);
    const tail = await part(Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
    const isPdf =
      head.subarray(0, 5).toString('latin1') === '%PDF-' &&
      tail.subarray(-END_BYTES).includes('%%EOF');
    if (isPdf && !tail.includes(ZIP_END) && !MARKUP.test(head.toString('latin1'))) return;
    const text = 'validation.pdf_unusable';
    throw badRequest(text, { errors: { [field]: [text] } });
  } finally {
    await file.close();
  }
}
