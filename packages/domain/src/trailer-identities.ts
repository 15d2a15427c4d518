/** The most identifiers of a trailer: beacons at both ends, its brake electronics, its refrigeration unit. */
export const MAX_TRAILER_IDENTIFIERS = 6;
export const MAX_IDENTIFIER_CHARS = 60;
const MIN_KEY_CHARS = 4;
/** Days of records that are searched again when a trailer gets an identifier. */
export const IDENTIFIER_SEARCH_DAYS = 31;

/** The form in which identifiers are compared: letters and digits only, in capitals. */
export const identifierKey = (text: string): string =>
  text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

/** Whether a text can identify a trailer: a MAC address, an id of a beacon, a serial or registration. */
export const isIdentifier = (text: string): boolean =>
  identifierKey(text).length >= MIN_KEY_CHARS && text.length <= MAX_IDENTIFIER_CHARS;

/** Attributes of records that name a beacon, a tag or the electronics of a trailer. */
const NAMES =
  /^(?:trailerSerial|refrigeratorSerial|proximityBeacon|tag\d+(?:Id|Mac|Name|Address))$/;

/** Eight bytes that a device fills with text, as hexadecimal: the characters; null if they are none. */
function textOfHex(hex: string): string | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex)) return null;
  const codes = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const filled = codes.filter((code) => code !== 0 && code !== 0x20);
  const isText = filled.length > 0 && filled.every((code) => code > 0x20 && code < 0x7f);
  return isText ? String.fromCharCode(...filled) : null;
}

/** A number of a device, also as decimal: people read either from its label. */
function spellings(name: string, value: string): string[] {
  if (!name.endsWith('Serial')) return [value];
  const text = textOfHex(value);
  const decimal = /^[0-9a-f]{1,16}$/i.test(value) ? [BigInt(`0x${value}`).toString()] : [];
  return [value, ...(text === null ? [] : [text]), ...decimal];
}

/**
 * The identities of beacons and trailers that a record reports, as {@link identifierKey}: Bluetooth
 * beacons and tags (Teltonika, Suntech) and the serials that a trailer's electronics report.
 */
export function trailerIdentities(
  attributes: Readonly<Record<string, boolean | number | string>>,
): string[] {
  const found: string[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== 'string') continue;
    // `identity,dBm` of each beacon.
    if (name === 'beacons') found.push(...value.split(';').map((one) => one.split(',')[0] ?? ''));
    else if (NAMES.test(name)) found.push(...spellings(name, value));
  }
  return [...new Set(found.map(identifierKey).filter((key) => key.length >= MIN_KEY_CHARS))];
}
