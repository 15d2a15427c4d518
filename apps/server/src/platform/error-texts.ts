import en from '../locales/errors/en.json' with { type: 'json' };
import pt from '../locales/errors/pt.json' with { type: 'json' };
import { isTextKey, type LanguageReference, languageOf, type TextKey, textOf } from './texts.ts';

/** Error codes, `area.name`; texts of the server that a screen also shows count as codes too. */
export type ErrorCode = keyof typeof en | TextKey;

/** A code with the values for the placeholders of its text; a value may be a message itself. */
export interface CodedMessage {
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, string | number | CodedMessage>>;
}

/** An error as services throw it: its text is chosen when it is sent. */
export type ErrorMessage = ErrorCode | CodedMessage;

const TEXTS: Readonly<Record<LanguageReference, Readonly<Record<string, string>>>> = { en, pt };

/** Every code of `locales/errors` with its English text, sorted; for the API documentation. */
export const ERROR_CODES: Readonly<Record<string, string>> = en;

/** Whether a text is the code of an error. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(en, text) || isTextKey(text);
}

/** The stable code of a message. */
export function codeOf(message: ErrorMessage): ErrorCode {
  return typeof message === 'string' ? message : message.code;
}

/** The text of a message in a language, with its values. */
export function errorText(language: LanguageReference, message: ErrorMessage): string {
  const code = codeOf(message);
  const params = typeof message === 'string' ? {} : message.params;
  const values = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' ? errorText(language, value) : String(value),
    ]),
  );
  const text = TEXTS[language][code];
  if (text === undefined) return textOf(language, code as TextKey, values);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The failure of a stored job in the reader's language; a text that is no code stays as it is. */
export const failureText = (language: string | null | undefined, failure: string | null) =>
  failure !== null && isErrorCode(failure) ? errorText(languageOf(language), failure) : failure;
