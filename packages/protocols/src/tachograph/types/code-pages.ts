/** Character sets of names and registrations (appendix 1, chapter 4): code page to encoding. */
const DECODER_NAMES: Readonly<Record<number, string>> = {
  2: 'iso-8859-2',
  3: 'iso-8859-3',
  5: 'iso-8859-5',
  7: 'iso-8859-7',
  13: 'iso-8859-13',
  15: 'iso-8859-15',
  80: 'koi8-r',
  85: 'koi8-u',
};

/** Bytes A0 to FF of ISO/IEC 8859-16, which the runtime's decoder does not know. */
const LATIN_10 =
  '\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ';

/** Bytes of ISO/IEC 8859-9 that differ from Latin-1. */
const TURKISH: ReadonlyMap<number, string> = new Map([
  [0xd0, 'Ğ'],
  [0xdd, 'İ'],
  [0xde, 'Ş'],
  [0xf0, 'ğ'],
  [0xfd, 'ı'],
  [0xfe, 'ş'],
]);

function charactersOf(codePage: number): readonly string[] {
  const latin1 = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  if (codePage === 9) return latin1.map((character, byte) => TURKISH.get(byte) ?? character);
  if (codePage === 16)
    return latin1.map((character, byte) =>
      byte < 0xa0 ? character : (LATIN_10[byte - 0xa0] ?? character),
    );
  const name = DECODER_NAMES[codePage];
  if (name === undefined) return latin1;
  const decoder = new TextDecoder(name);
  return latin1.map((_, byte) => decoder.decode(Uint8Array.of(byte)));
}

const cache = new Map<number, { characters: readonly string[]; bytes: Map<string, number> }>();

function page(codePage: number) {
  const known = cache.get(codePage);
  if (known !== undefined) return known;
  const characters = charactersOf(codePage);
  const bytes = new Map<string, number>();
  for (const [byte, character] of characters.entries())
    if (!bytes.has(character)) bytes.set(character, byte);
  const made = { characters, bytes };
  cache.set(codePage, made);
  return made;
}

/** Unknown code pages and 0 (default) are read as Latin-1; the texts then keep their ASCII part. */
export function decodeText(codePage: number, bytes: Uint8Array): string {
  const { characters } = page(codePage);
  let text = '';
  for (const byte of bytes) text += characters[byte] as string;
  return text;
}

/** A character that the code page does not have becomes a question mark. */
export function encodeText(codePage: number, text: string): Uint8Array {
  const { bytes } = page(codePage);
  return Uint8Array.from(Array.from(text, (character) => bytes.get(character) ?? 0x3f));
}

/** Code page of a text that is empty or unassigned. */
export const EMPTY_CODE_PAGE = 255;
