import { type FaultKind, positionText, TYRE_ALARM_KEY } from '@roadworthy/domain';
import { meaningOf } from '../../../../engines/faults/index.ts';
import en from '../../../../locales/faults/en.json' with { type: 'json' };
import pt from '../../../../locales/faults/pt.json' with { type: 'json' };
import { isTextKey, languageOf, textOf } from '../../../../platform/texts.ts';

const TEXTS: Readonly<Record<'en' | 'pt', Readonly<Record<string, string>>>> = { en, pt };

/** What a fault is named by. */
export interface NamedFault {
  readonly kind: FaultKind;
  readonly fault_key: string;
}

/** A text of faults in a language, with `{name}` replaced; undefined if there is none. */
function text(language: string, key: string, values: Readonly<Record<string, string>> = {}) {
  return TEXTS[languageOf(language)][key]?.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => values[name] ?? whole,
  );
}

function codeText(language: string, code: string): string {
  const { fault, isMakerSpecific, n, part, subject } = meaningOf(code);
  const of = (key: string) => text(language, key, { n });
  if (subject === null) {
    if (part !== 'heavy') return of(isMakerSpecific ? 'maker' : `part.${part}`) ?? '';
    return [of('spn'), fault === null ? undefined : failureMode(language, fault)].join(': ');
  }
  const said = fault === null ? undefined : failureMode(language, fault);
  return [of(`subject.${subject}`), said].filter(Boolean).join(': ');
}

const failureMode = (language: string, fault: string) =>
  text(language, fault) ?? text(language, 'fmi', { n: fault.replace('fmi.', '') });

/** The name of a fault in a language, such as "P0301: Misfire in cylinder 1". */
export function faultTitle(language: string, { fault_key: key, kind }: NamedFault): string {
  if (kind === 'camera') return text(language, key) ?? key;
  if (kind === 'troubleCode') return `${codeName(key)}: ${codeText(language, key)}`;
  if (key === TYRE_ALARM_KEY) return text(language, 'tyreAlarm') ?? key;
  const place = positionText(key);
  const position =
    place !== null && isTextKey(place.key)
      ? textOf(languageOf(language), place.key, { axle: String(place.number) })
      : key;
  return text(language, 'tyre', { position }) ?? key;
}

/** A code as people write it: SPN110-FMI3 is "SPN 110 FMI 3". */
const codeName = (code: string) => code.replace(/^SPN(\d+)-FMI(\d+)$/, 'SPN $1 FMI $2');

/** What the structure of a code says, and what is not known of it; empty for other kinds. */
export function faultExplanation(language: string, { fault_key: key, kind }: NamedFault) {
  if (kind !== 'troubleCode') return { explanation: '', isMakerSpecific: false };
  const { isMakerSpecific, n, part, subject } = meaningOf(key);
  const rest = isMakerSpecific ? 'makerText' : subject === null ? 'undescribed' : null;
  const parts = [text(language, `part.${part}`, { n }), rest && text(language, rest)];
  return { explanation: parts.filter(Boolean).join('. '), isMakerSpecific };
}

/** The section and the hint of a question about a fault. */
export const questionTexts = (language: string, date: string) => ({
  section: text(language, 'section') ?? '',
  hint: text(language, 'hint', { date }) ?? '',
});
