import { gbkText } from './reports.ts';

/** Serial of the request, number of parameters. */
const HEADER_BYTES = 3;
/** Id and length of a parameter. */
const ITEM_BYTES = 5;
/**
 * Parameters that are texts (table of 8103): access points and servers, card readers, telephone
 * numbers, registration. A text of four letters looks like a number otherwise.
 */
const TEXTS: ReadonlySet<number> = new Set([
  ...[0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x1a, 0x1d, 0x23, 0x24, 0x25, 0x26],
  ...[0x40, 0x41, 0x42, 0x43, 0x44, 0x48, 0x49, 0x83],
]);

function valueText(id: number, value: Buffer): string {
  if (TEXTS.has(id)) return gbkText(value);
  const isNumber = value.length === 1 || value.length === 2 || value.length === 4;
  return isNumber ? String(value.readUIntBE(0, value.length)) : value.toString('hex');
}

/**
 * The parameters of a device (0104) as text, for example `0029=30; 0083=AB12`.
 *
 * @returns null if the message has another structure
 */
export function readParameters(body: Buffer): string | null {
  if (body.length < HEADER_BYTES) return null;
  const items: string[] = [];
  for (let at = HEADER_BYTES; at < body.length; ) {
    if (at + ITEM_BYTES > body.length) return null;
    const id = body.readUInt32BE(at);
    const end = at + ITEM_BYTES + (body[at + 4] as number);
    if (end > body.length) return null;
    const name = id.toString(16).padStart(4, '0').toUpperCase();
    items.push(`${name}=${valueText(id, body.subarray(at + ITEM_BYTES, end))}`);
    at = end;
  }
  return items.join('; ');
}
