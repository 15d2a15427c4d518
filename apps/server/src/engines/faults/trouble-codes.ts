import type { DefectArea } from '@roadworthy/domain';
import { KNOWN, SPN_SUBJECTS } from './known-codes.ts';

/**
 * What a trouble code means, as keys of texts. The structure of codes is that of ISO 15031-6 and SAE J1939-73;
 * the texts are our own.
 */
export interface CodeMeaning {
  /** `subject.<key>` of the texts; null if the code is not one of the described ones. */
  readonly subject: string | null;
  /** The number of a cylinder, bank or gear in the subject. */
  readonly n: string;
  /** `fault.<key>`, or `fmi.<number>`; null if the subject says all. */
  readonly fault: string | null;
  /** The part of the vehicle by the structure of the code: `part.<key>`. */
  readonly part: string;
  readonly isMakerSpecific: boolean;
  readonly severity: 'advisory' | 'minor' | 'major';
  readonly area: DefectArea;
}

const CODE = /^([PCBU])([0-3])([0-9A-F])([0-9A-F]{2})$/;
const SUSPECT = /^SPN(\d+)-FMI(\d+)$/;

/** P0, P2 and P34 to P39 are standard; C0, B0 and U0, and U3 in part, too. */
function isOfMaker(system: string, group: string, third: string): boolean {
  if (system !== 'P') return group === '1' || group === '2';
  return group === '1' || (group === '3' && third < '4');
}

const POWERTRAIN_PARTS: Readonly<Record<string, string>> = {
  '0': 'airFuel',
  '1': 'airFuel',
  '2': 'airFuel',
  '3': 'ignition',
  '4': 'emissions',
  '5': 'speedIdle',
  '6': 'computer',
  '7': 'transmission',
  '8': 'transmission',
  '9': 'transmission',
  A: 'hybrid',
  B: 'hybrid',
  C: 'hybrid',
};
const SYSTEM_PARTS: Readonly<Record<string, string>> = {
  P: 'powertrain',
  C: 'chassis',
  B: 'body',
  U: 'network',
};

const SEVERE_SUBJECTS: ReadonlySet<string> = new Set([
  'misfire',
  'misfireRandom',
  'engineTemperature',
  'transmissionOverheat',
  'oilPressure.valueLow',
  'wheelSpeed',
  'absPump',
  'lostAbs',
  'driverAirbag',
]);
const MILD_PARTS: ReadonlySet<string> = new Set(['emissions', 'speedIdle']);

function severityOf(subject: string | null, fault: string | null, part: string, code: string) {
  const names = subject === null ? [] : [subject, `${subject}.${fault}`];
  if (names.some((name) => SEVERE_SUBJECTS.has(name))) return 'major';
  // Standard codes of brakes and airbags.
  if (/^(C0|B00)/.test(code)) return 'major';
  return MILD_PARTS.has(part) ? 'advisory' : 'minor';
}

function ofFailureMode(spn: number, fmi: number): CodeMeaning {
  // 0 and 1 are the most severe levels, 15 and 17 the least severe ones.
  const severity = fmi <= 1 ? 'major' : fmi === 15 || fmi === 17 ? 'advisory' : 'minor';
  return {
    subject: SPN_SUBJECTS[spn] ?? null,
    n: String(spn),
    fault: `fmi.${fmi}`,
    part: 'heavy',
    isMakerSpecific: spn >= 520_192 && spn <= 524_287,
    severity,
    area: 'engine',
  };
}

/** The meaning of a code; of its structure only, if it is not one of the described ones. */
export function meaningOf(code: string): CodeMeaning {
  const [, spn, fmi] = SUSPECT.exec(code) ?? [];
  if (spn !== undefined) return ofFailureMode(Number(spn), Number(fmi));
  const [, system = 'P', group = '0', third = '0'] = CODE.exec(code) ?? [];
  const isMakerSpecific = isOfMaker(system, group, third);
  const known = isMakerSpecific ? undefined : KNOWN.get(code);
  const part =
    system === 'P' && !isMakerSpecific
      ? (POWERTRAIN_PARTS[third] ?? 'powertrain')
      : (SYSTEM_PARTS[system] ?? 'powertrain');
  const { subject = null, n = '', fault = null } = known ?? {};
  return {
    subject,
    n,
    fault: fault === null ? null : `fault.${fault}`,
    part,
    isMakerSpecific,
    severity: isMakerSpecific ? 'minor' : severityOf(subject, fault, part, code),
    area: /^C0/.test(code) ? 'brakes' : system === 'P' ? 'engine' : 'other',
  };
}
