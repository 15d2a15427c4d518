import type { AnswerOf, contract } from '@roadworthy/contract';
import { type CardFile, inOrder, type Ring } from '@roadworthy/protocols';

export type Content = AnswerOf<typeof contract.tachograph.content>;
type CardParts = Omit<Content, 'signatures' | 'problems' | 'cards' | 'calibrations' | 'speeds'>;

const NO_POSITION = { latitude: null, longitude: null };

function ordered<T>(ring: Ring<T> | undefined, isEmpty: (one: T) => boolean): T[] {
  return ring === undefined ? [] : inOrder(ring, isEmpty);
}

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

function daysOf({ first, second }: CardFile): Content['days'] {
  // Both applications of a card have the same days.
  const days = (second?.driver_activity_data ?? first?.driver_activity_data)?.days ?? [];
  return days.flatMap(({ date, distanceKm, changes }) =>
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

function vehiclesOf({ first, second }: CardFile): Content['vehicles'] {
  const used = [
    ...ordered(second?.vehicles_used, (one) => one.firstUseAt === null),
    ...(second?.vehicles_used === undefined
      ? ordered(first?.vehicles_used, (one) => one.firstUseAt === null)
      : []),
  ];
  return used.map((one) => ({
    registration: one.vehicle.number.text,
    nation: one.vehicle.nation,
    vin: 'vehicleIdentificationNumber' in one ? one.vehicleIdentificationNumber : null,
    from: one.firstUseAt,
    to: one.lastUseAt,
    odometer_from_km: one.odometerBeginKm,
    odometer_to_km: one.odometerEndKm,
  }));
}

function placesOf({ first, second }: CardFile): Content['places'] {
  const entries = second?.places
    ? ordered(second.places, (one) => one.time === null)
    : ordered(first?.places, (one) => one.time === null);
  const entered = entries.map((one) => ({
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

type Occurrences = NonNullable<NonNullable<CardFile['first']>['events_data']>;

function occurrences(list: Occurrences | undefined): Content['events'] {
  return (list ?? [])
    .filter(({ beginAt }) => beginAt !== null)
    .map(({ type, beginAt, endAt, vehicle }) => ({
      type,
      begin_at: beginAt,
      end_at: endAt,
      registration: vehicle.number.text,
      card_number: null,
      max_speed_kmh: null,
    }))
    .sort((a, b) => (a.begin_at ?? '').localeCompare(b.begin_at ?? ''));
}

/** What a person reads of a card. */
export function cardContent(file: CardFile): CardParts {
  const { first, second } = file;
  const conditions = second?.specific_conditions
    ? ordered(second.specific_conditions, ({ time }) => time === null)
    : (first?.specific_conditions ?? []);
  const control = second?.control_activity_data ?? first?.control_activity_data;
  return {
    identification: identificationOf(file),
    days: daysOf(file),
    vehicles: vehiclesOf(file),
    places: placesOf(file),
    events: occurrences(second?.events_data ?? first?.events_data),
    faults: occurrences(second?.faults_data ?? first?.faults_data),
    conditions: conditions.filter(({ time }) => time !== null).sort(byTime),
    controls:
      control === undefined || control.controlledAt === null
        ? []
        : [
            {
              time: control.controlledAt,
              card_number: control.controlCard?.number ?? null,
              registration: control.vehicle.number.text,
            },
          ],
  };
}
