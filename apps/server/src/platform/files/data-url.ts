import { badRequest } from '../errors.ts';

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.-]+)*;base64,/;

/**
 * The bytes of a data URL (OP-036). Its declared type is ignored.
 *
 * @param field of the request, for the validation error
 * @throws HttpError 400 for an invalid data URL
 */
export function bytesOfDataUrl(text: string, field: string): Buffer {
  const head = DATA_URL.exec(text.slice(0, 200));
  if (head === null)
    throw badRequest('validation.invalid_input', {
      errors: { [field]: ['validation.invalid_input'] },
    });
  return Buffer.from(text.slice(head[0].length), 'base64');
}
