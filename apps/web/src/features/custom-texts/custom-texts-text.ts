import type { AnswerOf, contract } from '@roadworthy/contract';
import i18next from 'i18next';
import { LANGUAGES } from '../../session/languages.ts';

/** A text of the product with its custom text. */
export type Text = AnswerOf<typeof contract.customTexts.read>;

/** Form values of a text; an empty value uses the default text. */
export interface TextDraft {
  readonly own_en: string;
  readonly own_pt: string;
}

/** Placeholders of a text: `{name}`. */
export const placeholdersOf = (text: string): readonly string[] => [
  ...new Set(text.match(/\{\w+\}/g) ?? []),
];

/** Updates a text on every screen of this browser, in the loaded languages. */
export async function sayAnew(text: Text): Promise<void> {
  if (text.place !== 'interface') return;
  for (const { reference } of LANGUAGES) {
    if (!i18next.hasResourceBundle(reference, 'translation')) continue;
    const words = text[`own_${reference}`] ?? text[reference];
    i18next.addResource(reference, 'translation', text.key, words);
  }
  // Triggers a new render.
  await i18next.changeLanguage(i18next.language);
}
