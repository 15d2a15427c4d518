import { badRequest } from '../../platform/errors.ts';

/** 400 with a text beside a field of the request. */
export function wrongField(field: string, text: string) {
  return badRequest(text, { errors: { [field]: [text] } });
}
