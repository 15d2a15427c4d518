import { badRequest } from '../errors.ts';

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.-]+)*;base64,/;

/**
 * The bytes of a file that came as a data URL (OP-036). What it calls itself says nothing.
 *
 * @param field of the request, beside which the text stands
 * @throws HttpError 400 for another text
 */
export function bytesOfDataUrl(text: string, field: string): Buffer {
  const head = DATA_URL.exec(text.slice(0, 200));
  if (head === null)
    throw badRequest('validation.invalid_input', {
      errors: { [field]: ['validation.invalid_input'] },
    });
  return Buffer.from(text.slice(head[0].length), 'base64');
}
