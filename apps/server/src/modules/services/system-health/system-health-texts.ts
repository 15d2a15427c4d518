import { formatBytes, formatDuration, formatNumber, type SystemCheck } from '@roadworthy/domain';
import en from '../../../locales/system-health/en.json' with { type: 'json' };
import pt from '../../../locales/system-health/pt.json' with { type: 'json' };
import { type LanguageReference, LOCALES } from '../../../platform/texts.ts';

type TextKey = keyof typeof en;

/** The findings of a check that have a text. */
export type FindingOf<N extends SystemCheck> =
  | Exclude<
      TextKey extends infer K ? (K extends `${N}.${infer F}` ? F : never) : never,
      'title' | `${string}.advice`
    >
  | SharedFinding;
/** Findings of any check. */
export type SharedFinding = 'noDatabase' | 'failed';

/** A value of a text, written in the language of the reader. */
type Value = string | number | { readonly bytes: number } | { readonly durationS: number };
export type Values = Readonly<Record<string, Value>>;

const TEXTS: Readonly<Record<LanguageReference, Readonly<Record<string, string>>>> = { en, pt };
const SHARED: readonly string[] = ['noDatabase', 'failed'] satisfies SharedFinding[];

function written(value: Value, language: LanguageReference): string {
  const locale = LOCALES[language];
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatNumber(value, locale);
  return 'bytes' in value
    ? formatBytes(value.bytes, locale)
    : formatDuration(value.durationS, locale);
}

function filled(text: string, values: Values, language: LanguageReference): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : written(value, language);
  });
}

/** A verdict in a language: the name of the check, what was found, and what to do. */
export function verdictTexts(
  name: SystemCheck,
  { finding, values = {} }: { readonly finding: string; readonly values?: Values },
  language: LanguageReference,
): { readonly title: string; readonly finding: string; readonly advice: string | null } {
  const texts = TEXTS[language];
  const key = `${SHARED.includes(finding) ? 'any' : name}.${finding}`;
  const advice = texts[`${key}.advice`];
  return {
    title: texts[`${name}.title`] ?? name,
    finding: filled(texts[key] ?? key, values, language),
    advice: advice === undefined ? null : filled(advice, values, language),
  };
}

/** A text of the command in the terminal. */
export function commandText(
  language: LanguageReference,
  key: Extract<TextKey, `command.${string}`>,
  values: Values = {},
): string {
  return filled(TEXTS[language][key] ?? key, values, language);
}
