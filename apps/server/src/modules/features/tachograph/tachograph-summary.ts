import {
  type CardFile,
  overallSignature,
  type SignatureCheck,
  type TachographFile,
  type VehicleUnitFile,
} from '@roadworthy/protocols';

/** What the list shows of a file, and what its driver or vehicle is found by. */
export interface FileSummary {
  readonly kind: CardFile['cardType'] | 'vehicle_unit';
  readonly generation: '1' | '2' | '2v2';
  readonly cardNumber: string | null;
  readonly cardNation: string | null;
  readonly cardHolder: string | null;
  readonly registration: string | null;
  readonly vin: string | null;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly signature: SignatureCheck['result'];
  readonly problemCount: number;
}

export type ReadFile = Exclude<TachographFile, { kind: 'unrecognised' }>;

/** A driver's number without its replacement and renewal index, which change with each card. */
const DRIVER_NUMBER_LENGTH = 14;

const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text);
const dayOf = (time: string | null) => (time === null ? null : time.slice(0, 10));

function spanOf(days: readonly (string | null)[]) {
  const known = days.flatMap((day) => day ?? []).sort();
  return { firstDay: known[0] ?? null, lastDay: known.at(-1) ?? null };
}

function cardSummary(file: CardFile) {
  const { cardType, first, second } = file;
  const identification = second?.identification ?? first?.identification;
  const card = identification?.card;
  const holder = identification?.holder;
  const { surname, firstNames } = holder?.holder ?? {};
  const person = [firstNames?.text, surname?.text].filter(Boolean).join(' ');
  const number = card?.number;
  const days = [first, second].flatMap(
    (data) => data?.driver_activity_data?.days.map(({ date }) => dayOf(date)) ?? [],
  );
  const isVersion2 = second?.application_identification_v2 !== undefined;
  return {
    kind: cardType,
    generation: second === null ? '1' : isVersion2 ? '2v2' : '2',
    cardNumber: orNull(
      cardType === 'driver_card' ? number?.slice(0, DRIVER_NUMBER_LENGTH) : number,
    ),
    cardNation: orNull(card?.issuingNation),
    cardHolder: orNull(person) ?? orNull(holder?.organisation?.text),
    registration: null,
    vin: null,
    ...spanOf(days),
  } as const;
}

/** The registration of an overview, with or without its nation. */
export function registrationText(file: VehicleUnitFile): string | null {
  for (const transfer of file.transfers) {
    const registration = transfer.part === 'overview' ? transfer.data.registration : null;
    if (registration === null) continue;
    return orNull('text' in registration ? registration.text : registration.number.text);
  }
  return null;
}

function unitSummary(file: VehicleUnitFile) {
  const overview = file.transfers.find(({ part }) => part === 'overview');
  const days = file.transfers.map((one) =>
    one.part === 'activities' ? dayOf(one.data.date) : null,
  );
  return {
    kind: 'vehicle_unit',
    generation: file.form,
    cardNumber: null,
    cardNation: null,
    cardHolder: null,
    registration: registrationText(file),
    vin: overview?.part === 'overview' ? orNull(overview.data.vin ?? undefined) : null,
    ...spanOf(days),
  } as const;
}

export function summaryOf(file: ReadFile, checks: readonly SignatureCheck[]): FileSummary {
  const summary = file.kind === 'card' ? cardSummary(file) : unitSummary(file);
  return { ...summary, signature: overallSignature(checks), problemCount: file.problems.length };
}
