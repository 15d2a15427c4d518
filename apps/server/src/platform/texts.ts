import en from '../locales/en.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };

export type TextKey = keyof typeof en;
export type LanguageReference = 'en' | 'pt';

const TEXTS: Readonly<Record<LanguageReference, Readonly<Record<TextKey, string>>>> = { en, pt };

/** Whether there is a text of this name. */
export function isTextKey(name: string): name is TextKey {
  return Object.hasOwn(en, name);
}

/** The configured language closest to what was asked for; English otherwise (requirement A-06). */
export function languageOf(wanted: string | null | undefined): LanguageReference {
  return wanted?.toLowerCase().startsWith('pt') === true ? 'pt' : 'en';
}

/** A text of the server in a language, with `{name}` filled in. */
export function textOf(
  language: LanguageReference,
  key: TextKey,
  values: Readonly<Record<string, string>> = {},
): string {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
