/** A byte, or a condition for it. */
export type ByteRule = number | ((byte: number) => boolean);

/** Whether bytes follow the rules, one for each byte; null if they do as far as they have arrived. */
export function startsLike(bytes: Uint8Array, rules: readonly ByteRule[]): boolean | null {
  const count = Math.min(bytes.length, rules.length);
  for (let at = 0; at < count; at += 1) {
    const rule = rules[at] as ByteRule;
    const byte = bytes[at] as number;
    if (typeof rule === 'number' ? byte !== rule : !rule(byte)) return false;
  }
  return bytes.length < rules.length ? null : true;
}

/** True if one of the answers is; null if none is and one is open. */
export function anyOf(...answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

/** The rules of a text. */
export const textRules = (text: string): readonly ByteRule[] => [...Buffer.from(text, 'latin1')];

export const isDigitByte = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
