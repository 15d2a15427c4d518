import type { Transfer, VehicleUnitFile } from '@roadworthy/protocols';
import { byTime, type Content } from './tachograph-card-content.ts';
import { registrationText } from './tachograph-summary.ts';

type UnitContent = Omit<Content, 'signatures' | 'problems' | 'vehicles'>;
type PartOf<P extends Transfer['part']> = Extract<Transfer, { part: P }>['data'];

function partsOf<P extends Transfer['part']>(file: VehicleUnitFile, part: P): PartOf<P>[] {
  return file.transfers.flatMap((one) => (one.part === part ? [one.data as PartOf<P>] : []));
}

const UNKNOWN_SPEED = 255;
const HOUR_TEXT = 13;

/** Speeds of each hour with movement: a file has thousands of minutes. */
function speedsOf(file: VehicleUnitFile): Content['speeds'] {
  const hours = new Map<string, { max: number; sum: number; count: number; minutes: number }>();
  for (const { beginAt, speedsKmh } of partsOf(file, 'speed').flatMap(({ blocks }) => blocks)) {
    if (beginAt === null) continue;
    const key = `${beginAt.slice(0, HOUR_TEXT)}:00:00Z`;
    const hour = hours.get(key) ?? { max: 0, sum: 0, count: 0, minutes: 0 };
    for (const speed of speedsKmh) {
      if (speed === UNKNOWN_SPEED) continue;
      hour.max = Math.max(hour.max, speed);
      hour.sum += speed;
      hour.count += 1;
    }
    hour.minutes += 1;
    hours.set(key, hour);
  }
  return [...hours]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([hour, { max, sum, count, minutes }]) => ({
      hour,
      max_kmh: max,
      average_kmh: count === 0 ? 0 : Math.round(sum / count),
      minutes,
    }));
}

function identificationOf(file: VehicleUnitFile): Content['identification'] {
  const [overview] = partsOf(file, 'overview');
  const [technical] = partsOf(file, 'technical_data');
  const unit = technical?.unit ?? null;
  const values = {
    registration: registrationText(file),
    vin: overview?.vin,
    current_time: overview?.currentTime,
    downloadable_from: overview?.downloadablePeriod?.from,
    downloadable_to: overview?.downloadablePeriod?.to,
    last_download_at: overview?.lastDownload?.time,
    company: overview?.companyLocks.at(-1)?.company.text,
    manufacturer: unit?.manufacturer.text,
    part_number: unit?.partNumber,
    serial_number: unit === null ? null : String(unit.serialNumber.serial),
    software_version: unit?.softwareVersion,
    approval_number: unit?.approvalNumber,
    digital_map_version: unit?.digitalMapVersion,
  };
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ name, value }],
  );
}

type Day = PartOf<'activities'>;

function daysOf(days: readonly Day[]): Content['days'] {
  return days.flatMap(({ date, changes }) =>
    date === null
      ? []
      : [
          {
            date: date.slice(0, 10),
            distance_km: null,
            changes: changes.map(({ cardInserted, ...change }) => ({
              ...change,
              card_inserted: cardInserted,
            })),
          },
        ],
  );
}

function cardsOf(days: readonly Day[]): Content['cards'] {
  const uses = days.flatMap(({ cardUses }) => cardUses);
  const known = new Set<string>();
  return uses.flatMap((use) => {
    // A use over midnight appears in both days.
    const key = `${use.insertedAt} ${use.slot}`;
    if (known.has(key)) return [];
    known.add(key);
    return [
      {
        card_number: use.card?.number ?? null,
        holder: `${use.holder.firstNames.text} ${use.holder.surname.text}`.trim(),
        slot: use.slot,
        from: use.insertedAt,
        to: use.withdrawnAt,
        odometer_from_km: use.odometerAtInsertionKm,
        odometer_to_km: use.odometerAtWithdrawalKm,
      },
    ];
  });
}

function placesOf(days: readonly Day[]): Content['places'] {
  const at = (position: { latitude: number | null; longitude: number | null } | undefined) => ({
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  });
  return days
    .flatMap((day) => [
      ...day.places.map(({ place }) => ({
        time: place.time,
        type: place.type as string,
        nation: place.nation,
        odometer_km: place.odometerKm,
        ...at(place.position),
      })),
      ...day.positions.map(({ time, position, odometerKm }) => ({
        time,
        type: 'driving',
        nation: '',
        odometer_km: odometerKm,
        ...at(position),
      })),
      ...day.borderCrossings.map(({ position, nationEntered, odometerKm }) => ({
        time: position.time,
        type: 'border',
        nation: nationEntered,
        odometer_km: odometerKm,
        ...at(position),
      })),
      ...day.loadUnloads.map(({ time, operation, position, odometerKm }) => ({
        time,
        type: operation as string,
        nation: '',
        odometer_km: odometerKm,
        ...at(position),
      })),
    ])
    .sort(byTime);
}

function eventsOf(file: VehicleUnitFile): Content['events'] {
  const parts = partsOf(file, 'events_and_faults');
  const events = parts.flatMap(({ events: list }) =>
    list.map((one) => ({
      type: one.type as string,
      begin_at: one.beginAt,
      end_at: one.endAt,
      registration: null,
      card_number: one.driverCardAtBegin?.number ?? null,
      max_speed_kmh: null,
    })),
  );
  const overspeeds = parts.flatMap(({ overspeedEvents }) =>
    overspeedEvents.map((one) => ({
      type: one.type as string,
      begin_at: one.beginAt,
      end_at: one.endAt,
      registration: null,
      card_number: one.driverCardAtBegin?.number ?? null,
      max_speed_kmh: one.maxSpeedKmh,
    })),
  );
  return [...events, ...overspeeds].sort((a, b) =>
    (a.begin_at ?? '').localeCompare(b.begin_at ?? ''),
  );
}

function faultsOf(file: VehicleUnitFile): Content['faults'] {
  return partsOf(file, 'events_and_faults').flatMap(({ faults }) =>
    faults.map((one) => ({
      type: one.type,
      begin_at: one.beginAt,
      end_at: one.endAt,
      registration: null,
      card_number: one.driverCardAtBegin?.number ?? null,
      max_speed_kmh: null,
    })),
  );
}

function calibrationsOf(file: VehicleUnitFile): Content['calibrations'] {
  return partsOf(file, 'technical_data').flatMap(({ calibrations }) =>
    calibrations.map((one) => ({
      time: one.newTime,
      purpose: one.purpose,
      workshop: one.workshop.text,
      vin: one.vin,
      registration: one.vehicle.number.text,
      tyre_size: one.tyreSize,
      authorised_speed_kmh: one.authorisedSpeedKmh,
      odometer_km: one.newOdometerKm,
      next_at: one.nextCalibrationAt,
    })),
  );
}

/** What a person reads of a vehicle unit. */
export function unitContent(file: VehicleUnitFile): UnitContent {
  const days = partsOf(file, 'activities').sort((a, b) =>
    (a.date ?? '').localeCompare(b.date ?? ''),
  );
  return {
    identification: identificationOf(file),
    days: daysOf(days),
    cards: cardsOf(days),
    places: placesOf(days),
    events: eventsOf(file),
    faults: faultsOf(file),
    conditions: days.flatMap(({ specificConditions }) => specificConditions).sort(byTime),
    controls: partsOf(file, 'overview').flatMap(({ controls }) =>
      controls.map(({ controlledAt, card }) => ({
        time: controlledAt,
        card_number: card?.number ?? null,
        registration: null,
      })),
    ),
    calibrations: calibrationsOf(file),
    speeds: speedsOf(file),
  };
}
