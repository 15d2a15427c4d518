import type { AnswerOf, contract } from '@roadworthy/contract';
import type { CardFile } from '@roadworthy/protocols';
import { cardDays } from './tachograph-card-days.ts';
import {
  controls,
  occurrences,
  ordered,
  placesEntered,
  specificConditions,
  vehiclesUsed,
} from './tachograph-card-records.ts';

export type Content = AnswerOf<typeof contract.tachograph.content>;
type CardParts = Omit<Content, 'signatures' | 'problems' | 'cards' | 'calibrations' | 'speeds'>;

const NO_POSITION = { latitude: null, longitude: null };

/** One fact; facts without a value are left out. */
function facts(values: Readonly<Record<string, string | null | undefined>>) {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ name, value }],
  );
}

function identificationOf({ first, second }: CardFile): Content['identification'] {
  const identification = second?.identification ?? first?.identification;
  const licence = second?.driving_licence_info ?? first?.driving_licence_info;
  const { card, holder } = identification ?? {};
  return facts({
    card_number: card?.number,
    issuing_nation: card?.issuingNation,
    issuing_authority: card?.issuingAuthority.text,
    issued_at: card?.issuedAt,
    valid_from: card?.validFrom,
    expires_at: card?.expiresAt,
    surname: holder?.holder?.surname.text,
    first_names: holder?.holder?.firstNames.text,
    organisation: holder?.organisation?.text,
    address: holder?.address?.text,
    birth_date: holder?.birthDate,
    language: holder?.language,
    licence_number: licence?.number,
    licence_nation: licence?.issuingNation,
    licence_authority: licence?.issuingAuthority.text,
  });
}

function daysOf(file: CardFile): Content['days'] {
  return cardDays(file).flatMap(({ date, distanceKm, changes }) =>
    date === null
      ? []
      : [
          {
            date: date.slice(0, 10),
            distance_km: distanceKm,
            changes: changes.map(({ cardInserted, ...change }) => ({
              ...change,
              card_inserted: cardInserted,
            })),
          },
        ],
  );
}

function vehiclesOf(file: CardFile): Content['vehicles'] {
  return vehiclesUsed(file).map((one) => ({
    registration: one.vehicle.number.text,
    nation: one.vehicle.nation,
    vin: 'vehicleIdentificationNumber' in one ? one.vehicleIdentificationNumber : null,
    from: one.firstUseAt,
    to: one.lastUseAt,
    odometer_from_km: one.odometerBeginKm,
    odometer_to_km: one.odometerEndKm,
  }));
}

function placesOf(file: CardFile): Content['places'] {
  const { second } = file;
  const entered = placesEntered(file).map((one) => ({
    time: one.time,
    type: one.type,
    nation: one.nation,
    odometer_km: one.odometerKm,
    ...('position' in one
      ? { latitude: one.position.latitude, longitude: one.position.longitude }
      : NO_POSITION),
  }));
  const driven = ordered(second?.gnss_places, (one) => one.time === null).map((one) => ({
    time: one.time,
    type: 'driving',
    nation: '',
    odometer_km: one.odometerKm,
    latitude: one.position.latitude,
    longitude: one.position.longitude,
  }));
  const crossed = ordered(second?.border_crossings, (one) => one.position.time === null);
  const borders = crossed.map(({ position, nationEntered, odometerKm }) => ({
    time: position.time,
    type: 'border',
    nation: nationEntered,
    odometer_km: odometerKm,
    latitude: position.latitude,
    longitude: position.longitude,
  }));
  const loaded = ordered(second?.load_unload_operations, (one) => one.time === null);
  const loads = loaded.map(({ time, operation, position, odometerKm }) => ({
    time,
    type: operation,
    nation: '',
    odometer_km: odometerKm,
    latitude: position.latitude,
    longitude: position.longitude,
  }));
  return [...entered, ...driven, ...borders, ...loads].sort(byTime);
}

export function byTime(a: { time: string | null }, b: { time: string | null }): number {
  return (a.time ?? '').localeCompare(b.time ?? '');
}

function shown(list: ReturnType<typeof occurrences>): Content['events'] {
  return list.map(({ type, beginAt, endAt, vehicle }) => ({
    type,
    begin_at: beginAt,
    end_at: endAt,
    registration: vehicle.number.text,
    card_number: null,
    max_speed_kmh: null,
  }));
}

/** What a person reads of a card. */
export function cardContent(file: CardFile): CardParts {
  return {
    identification: identificationOf(file),
    days: daysOf(file),
    vehicles: vehiclesOf(file),
    places: placesOf(file),
    events: shown(occurrences(file, 'events_data')),
    faults: shown(occurrences(file, 'faults_data')),
    conditions: specificConditions(file),
    controls: controls(file).map(({ controlCard, controlledAt, vehicle }) => ({
      time: controlledAt,
      card_number: controlCard?.number ?? null,
      registration: vehicle.number.text,
    })),
  };
}
