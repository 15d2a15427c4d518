import { DEVICE_PROTOCOLS } from './device-protocols.ts';

/**
 * The check digit for the first 14 digits of an IMEI (Luhn; 3GPP TS 23.003, annex B).
 *
 * @param digits 14 or more decimal digits; those after the 14th are not read
 */
function checkDigitOf(digits: string): number {
  let sum = 0;
  for (let at = 0; at < 14; at += 1) {
    const digit = Number(digits[at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** Protocols whose devices identify themselves by IMEI. */
const IMEI_PROTOCOLS: readonly string[] = DEVICE_PROTOCOLS.flatMap(({ name, hasImei }) =>
  hasImei ? [name] : [],
);

/**
 * Whether the number of a device looks like a mistyped IMEI: 15 digits, the last of which is not the
 * check digit. Such devices do exist, so this is a warning and not an error.
 *
 * @param protocol of the device; only some protocols use IMEIs
 */
export function isDoubtfulImei(number: string, protocol: string): boolean {
  if (!IMEI_PROTOCOLS.includes(protocol) || !/^\d{15}$/.test(number)) return false;
  return Number(number[14]) !== checkDigitOf(number);
}
