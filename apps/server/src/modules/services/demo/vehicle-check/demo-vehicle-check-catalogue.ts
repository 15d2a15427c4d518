import type { CheckType, DamageZone } from '@roadworthy/domain';

/** Occasional findings of a check: the check point and the note. */
export const FINDINGS = [
  { name: 'Windscreen wipers and washers', note: 'Nearside blade smears', severity: 'minor' },
  { name: 'Lights and indicators', note: 'Marker lamp out', severity: 'minor' },
  { name: 'Number plate', note: 'Rear plate dirty, cleaned', severity: 'advisory' },
  { name: 'Mirrors and glass', note: 'Small chip in the glass', severity: 'advisory' },
  { name: 'Markings and warning plates', note: 'Label peeling', severity: 'advisory' },
] as const;

export const DAMAGES: readonly {
  readonly part: DamageZone;
  readonly description: string;
  readonly severity: 'minor' | 'major';
}[] = [
  { part: 'front_left', description: 'Bumper scraped on a post', severity: 'minor' },
  { part: 'rear', description: 'Door dented at the loading bay', severity: 'minor' },
  { part: 'windscreen', description: 'Crack of 20 cm on the passenger side', severity: 'major' },
  { part: 'left', description: 'Long scratch along the side', severity: 'minor' },
  { part: 'rear_right', description: 'Lamp cluster broken', severity: 'major' },
  { part: 'roof', description: 'Panel torn by a branch', severity: 'major' },
  { part: 'interior', description: 'Driver’s seat torn', severity: 'minor' },
  { part: 'load_area', description: 'Lashing rail bent', severity: 'minor' },
  { part: 'right', description: 'Side door does not close flush', severity: 'major' },
];

export const LETTERS = [
  {
    subject: 'Checks missing before use',
    body: 'Our records show two days last week on which the vehicle was used and no walkaround check was recorded. A check is due before the vehicle is first used on each day. Please speak to the depot manager before your next shift.',
  },
  {
    subject: 'Check done too quickly',
    body: 'A walkaround check was recorded that took less than a minute. A thorough check takes minutes. Please take the time it needs; the depot gives you that time.',
  },
  {
    subject: 'Damage not reported',
    body: 'Damage was found at handover that had not been reported with the daily check. Please report every damage on the day on which it happens.',
  },
] as const;

/** Questions of an audit survey, each with a good and a bad answer. */
export const QUESTIONS = [
  ['Are check records of the last 15 months at hand?', 'All found', 'Two months missing'],
  ['Are defects signed off by a manager?', 'Yes', 'Three still open after repair'],
  ['Do drivers have time and light for their checks?', 'Yes', 'Bay 4 has no light'],
  ['Are vehicles off the road marked and keys withheld?', 'Yes', 'Keys were in the cabinet'],
  ['Is the forward planner up to date?', 'Six months ahead', 'Only eight weeks ahead'],
  ['Are nil-defect reports recorded too?', 'Yes', 'Not at weekends'],
] as const;

export const DECLARATIONS: Readonly<Record<Exclude<CheckType, 'DRV'>, string>> = {
  STD: 'I have checked this vehicle and recorded what I found.',
  AUD: 'I have audited this vehicle and recorded what I found.',
  HND: 'I have handed over this vehicle in the state recorded here.',
  GTC: 'I have checked this vehicle at the gate and recorded what I found.',
};
