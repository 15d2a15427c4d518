import type { BodyOf, contract } from '@roadworthy/contract';
import type { InvolvedParty } from './involved-parties/accidents-involved-parties-party.ts';

export type AccidentBody = BodyOf<typeof contract.accidents.reportAccident>;
type BodyParty = AccidentBody['parties'][number];

/** A card of the form; its photos by their names in the phone's store. */
export type Party = Omit<InvolvedParty, 'photos'> & { readonly photos: readonly string[] };

/** A report in progress; stored on the phone after every change. */
export interface Draft {
  /** Idempotency key: the server accepts the report once. */
  readonly reportKey: string;
  readonly qrid: string;
  readonly step: number;
  readonly vehicle: { readonly id: number; readonly registration: string } | null;
  readonly driverName: string;
  readonly driverPhone: string;
  /** Local time of the phone: YYYY-MM-DDTHH:mm. */
  readonly happenedAt: string;
  readonly description: string;
  readonly damage: string;
  readonly injuries: boolean;
  readonly policeInformed: boolean;
  readonly policeReference: string;
  readonly position: {
    readonly lat: number;
    readonly long: number;
    /** Null if the place was selected on the map. */
    readonly accuracyM: number | null;
  } | null;
  readonly address: string;
  readonly road: string;
  readonly parties: readonly Party[];
  readonly witnesses: readonly Party[];
  readonly photos: readonly string[];
  /** Data URLs. */
  readonly sketch: string | null;
  readonly signature: string | null;
  readonly signedName: string;
  readonly signedAtMs: number | null;
}

const two = (n: number) => String(n).padStart(2, '0');

/** A time in the format of date and time fields, in the phone's local time. */
export function localTime(timeMs: number): string {
  const date = new Date(timeMs);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A new report for the vehicle with this QR code. */
export function newDraft(qrid: string, reportKey: string, nowMs: number): Draft {
  return {
    reportKey,
    qrid,
    step: 0,
    vehicle: null,
    driverName: '',
    driverPhone: '',
    happenedAt: localTime(nowMs),
    description: '',
    damage: '',
    injuries: false,
    policeInformed: false,
    policeReference: '',
    position: null,
    address: '',
    road: '',
    parties: [],
    witnesses: [],
    photos: [],
    sketch: null,
    signature: null,
    signedName: '',
    signedAtMs: null,
  };
}

/** Whether a card is empty; an empty card is not part of the report. */
export const isBlank = (party: Party): boolean =>
  !party.injured &&
  party.photos.length === 0 &&
  [party.driver_name, party.phone_number, party.registration, party.people_property_details].every(
    (text) => text.trim() === '',
  );

const filled = (parties: readonly Party[]) => parties.filter((party) => !isBlank(party));

/** All photos of a report. */
export const photosOf = ({ photos, parties, witnesses }: Draft): string[] => [
  ...photos,
  ...[...parties, ...witnesses].flatMap((party) => party.photos),
];

/**
 * The request body of a report. The same draft always gives the same body, so that the server
 * recognises a report that is sent again.
 *
 * @param ids of the uploaded photos, by their names
 */
export function bodyOf(draft: Draft, ids: ReadonlyMap<string, number>): AccidentBody {
  const sent = (photos: readonly string[]) =>
    photos.map((name) => ({ notes: '', photo: String(ids.get(name) ?? '') }));
  const person = (party: Party): BodyParty => ({
    driver_name: party.driver_name.trim(),
    phone_number: party.phone_number.trim(),
    registration: party.registration.trim().toUpperCase(),
    number_in_vehicle: party.number_in_vehicle ?? 1,
    injured: party.injured,
    injury_details: party.injured ? party.injury_details : '',
    people_property_details: party.people_property_details,
    photos: sent(party.photos),
  });
  return {
    qrid: draft.qrid,
    vehicle: draft.vehicle?.id ?? 0,
    driver_name: draft.driverName,
    driver_phone: draft.driverPhone,
    happened_at: new Date(draft.happenedAt).toISOString(),
    lat: draft.position?.lat ?? null,
    long: draft.position?.long ?? null,
    address: draft.address,
    road: draft.road === '' ? null : draft.road,
    description: draft.description,
    injuries: draft.injuries,
    police_informed: draft.policeInformed,
    police_reference: draft.policeReference === '' ? null : draft.policeReference,
    damage: draft.damage,
    photos: sent(draft.photos),
    parties: filled(draft.parties).map(person),
    witnesses: filled(draft.witnesses).map(person),
    signature: draft.signature ?? '',
    signed_name: draft.signedName,
    sketch: draft.sketch,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
