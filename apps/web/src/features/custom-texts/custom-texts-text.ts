import type { AnswerOf, contract } from '@roadworthy/contract';
import i18next from 'i18next';
import { LANGUAGES } from '../../session/i18n.ts';

/** A text of the product, with what the customer says in its place. */
export type Text = AnswerOf<typeof contract.customTexts.read>;

/** The form of a text; empty words say what the product says. */
export interface TextDraft {
  readonly own_en: string;
  readonly own_pt: string;
}

/** What is filled in where a text is said: `{name}`. */
export const placeholdersOf = (text: string): readonly string[] => [
  ...new Set(text.match(/\{\w+\}/g) ?? []),
];

/** Says a text anew on every screen of this browser, in the languages that it has loaded. */
export async function sayAnew(text: Text): Promise<void> {
  if (text.place !== 'interface') return;
  for (const { reference } of LANGUAGES) {
    if (!i18next.hasResourceBundle(reference, 'translation')) continue;
    const words = text[`own_${reference}`] ?? text[reference];
    i18next.addResource(reference, 'translation', text.key, words);
  }
  // What has been drawn is drawn again.
  await i18next.changeLanguage(i18next.language);
}
