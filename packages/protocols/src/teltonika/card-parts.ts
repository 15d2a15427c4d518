import type { AttributeValue } from '../record.ts';
import { printable } from './ble-tags.ts';

/** Texts that a device splits into numbers of eight bytes, and the attributes with the parts. */
const TEXTS: readonly (readonly [name: string, parts: readonly string[]])[] = [
  ['driver1CardNumber', ['driver1CardPart1', 'driver1CardPart2']],
  ['driver2CardNumber', ['driver2CardPart1', 'driver2CardPart2']],
  ['registration', ['registrationPart1', 'registrationPart2']],
];

/**
 * Replaces the parts of a text by the text if they are one: driver cards (16 characters) and
 * registrations. Otherwise the parts stay as they are.
 */
export function joinParts(attributes: Record<string, AttributeValue>): void {
  for (const [name, [first = '', second = '']] of TEXTS) {
    const high = attributes[first];
    const low = attributes[second];
    if (typeof high !== 'string' || typeof low !== 'string' || name in attributes) continue;
    const text = printable(Buffer.from(high + low, 'hex'));
    if (text === null) continue;
    attributes[name] = text;
    delete attributes[first];
    delete attributes[second];
  }
  joinVin(attributes);
  joinIccid(attributes);
}

/** Numbers of SIM cards have 18 to 20 digits, begin with 89 and end with a check digit. */
const ICCID_LENGTHS = [18, 19, 20];
const ICCID_START = '89';

/** Whether the last digit is the check digit of the others (Luhn; ITU-T E.118). */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let fromEnd = 0; fromEnd < digits.length; fromEnd += 1) {
    const digit = Number(digits[digits.length - 1 - fromEnd]);
    const doubled = fromEnd % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * The number of a SIM card in two numbers. How many zeros begin the second is unknown: the check
 * digit decides; without a match the parts stay.
 */
function joinIccid(attributes: Record<string, AttributeValue>): void {
  const { iccidPart1, iccidPart2, iccidPart3 } = attributes;
  if (typeof iccidPart1 !== 'string' || typeof iccidPart2 !== 'string') return;
  const high = String(Number.parseInt(iccidPart1, 16));
  const low = String(Number.parseInt(iccidPart2, 16));
  if (iccidPart3 !== undefined || !high.startsWith(ICCID_START)) return;
  const iccid = ICCID_LENGTHS.filter((length) => length >= high.length + low.length)
    .map((length) => high + low.padStart(length - high.length, '0'))
    .find(hasCheckDigit);
  if (iccid === undefined) return;
  attributes.iccid = iccid;
  delete attributes.iccidPart1;
  delete attributes.iccidPart2;
}

/** The 17 characters of a VIN in two numbers of eight bytes and one of one byte. */
function joinVin(attributes: Record<string, AttributeValue>): void {
  const { vinPart1, vinPart2, vinPart3 } = attributes;
  if (typeof vinPart1 !== 'string' || typeof vinPart2 !== 'string') return;
  if (typeof vinPart3 !== 'number' || 'vin' in attributes) return;
  const bytes = Buffer.concat([Buffer.from(vinPart1 + vinPart2, 'hex'), Buffer.of(vinPart3)]);
  const text = printable(bytes);
  if (text === null) return;
  attributes.vin = text;
  delete attributes.vinPart1;
  delete attributes.vinPart2;
  delete attributes.vinPart3;
}
