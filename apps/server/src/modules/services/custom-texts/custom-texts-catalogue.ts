import { createHash } from 'node:crypto';
import { documentTexts } from '../../../platform/texts.ts';

/** Where a text is displayed: on screens, or in mails and files. */
export type Place = 'interface' | 'documents';

/** A text of the product that a customer can replace. */
export interface ProductText {
  readonly id: number;
  readonly key: string;
  readonly place: Place;
  readonly en: string;
  readonly pt: string;
}

type Texts = Readonly<Record<string, string>>;

/**
 * Texts displayed where no customer is known: before sign-in, on pages behind links, and on the
 * gallery of shared components for developers.
 */
const NOT_CUSTOMISABLE: Readonly<Record<Place, RegExp>> = {
  interface: /^(login|forgot|reset|set|first|shared|release|gallery)\./,
  documents: /^(signIn|password)\./,
};

/** An id that is stable across releases (requirement V-P02); a test ensures that all are unique. */
export function textId(place: Place, key: string): number {
  const digest = createHash('sha256').update(`${place} ${key}`).digest();
  return digest.readUInt32BE(0) & 0x7fff_ffff || 1;
}

function textsIn(place: Place, en: Texts, pt: Texts): ProductText[] {
  return Object.entries(en)
    .filter(([key]) => !NOT_CUSTOMISABLE[place].test(key))
    .map(([key, text]) => ({ id: textId(place, key), key, place, en: text, pt: pt[key] ?? text }));
}

async function read(): Promise<ReadonlyMap<number, ProductText>> {
  // The translation files of the web app (W-27): loaded on first use, not at startup.
  const [en, pt] = await Promise.all([
    import('../../../../../web/public/locales/en.json', { with: { type: 'json' } }),
    import('../../../../../web/public/locales/pt.json', { with: { type: 'json' } }),
  ]);
  const all = [
    ...textsIn('interface', en.default, pt.default),
    ...textsIn('documents', documentTexts('en'), documentTexts('pt')),
  ];
  return new Map(all.map((text) => [text.id, text]));
}

let found: Promise<ReadonlyMap<number, ProductText>> | null = null;

/** All texts that a customer can replace, by id. */
export function productTexts(): Promise<ReadonlyMap<number, ProductText>> {
  found ??= read();
  return found;
}
