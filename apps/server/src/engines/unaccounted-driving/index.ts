import { withOdometer } from './odometer.ts';
import type { CardRecords, Gap, InsertedCard, UnitDrive, VehicleRecords } from './records.ts';
import { common, lengthOf, outside, overlapMs, type Span, widened, within } from './span.ts';
import { distanceIn, drivesOf, gapOf, joined, tripOf } from './stretches.ts';
import { CLOCK_TOLERANCE_MS } from './tolerances.ts';

export type {
  CardRecords,
  Gap,
  InsertedCard,
  OdometerReading,
  TrackedTrip,
  UnitDrive,
  VehicleRecords,
} from './records.ts';
export { common, outside, type Span, united } from './span.ts';

/** Driving of the unit without a card in the driver slot. */
function withoutCard(records: VehicleRecords): readonly Gap[] {
  const { privateTravel, trips, unit } = records;
  const drives = drivesOf(records);
  const excused = [...unit.excused, ...widened(privateTravel, CLOCK_TOLERANCE_MS)];
  return unit.drives
    .filter(({ card }) => card === null)
    .flatMap((drive) => outside(drive, excused))
    .map((span) =>
      gapOf(span, {
        kind: 'without_card',
        driverId: tripOf(trips, span)?.driverId ?? null,
        distanceM: distanceIn(drives, span),
      }),
    );
}

/** Driving with a card while the trip has another driver. A co-driver's card counts as well. */
function unitOtherCard(records: VehicleRecords): readonly Gap[] {
  const drives = drivesOf(records);
  return records.trips.flatMap((trip) =>
    records.unit.drives.flatMap((drive) => {
      const { card, coDriver } = drive;
      const { driverId } = trip;
      if (card === null || driverId === null) return [];
      if (card.driverId === driverId || coDriver?.driverId === driverId) return [];
      const part = common(trip, drive);
      if (part === null || lengthOf(part) <= CLOCK_TOLERANCE_MS) return [];
      return gapOf(part, {
        kind: 'other_card',
        driverId,
        cardDriverId: card.driverId,
        cardNumber: card.number,
        distanceM: distanceIn(drives, part),
      });
    }),
  );
}

/** The same from cards alone, where no file of the unit covers the time. */
function cardOtherCard(records: VehicleRecords, uncovered: readonly Span[]): readonly Gap[] {
  const drives = drivesOf(records);
  return records.trips.flatMap((trip) => {
    const { driverId } = trip;
    if (driverId === null) return [];
    const own = records.cards.find((card) => card.driverId === driverId);
    const isIn = (part: Span) => (own?.uses ?? []).some((use) => overlapMs(use, part) > 0);
    return records.cards
      .filter((card) => card.driverId !== driverId)
      .flatMap(inVehicle)
      .flatMap((drive) => within(drive, uncovered))
      .flatMap((drive) => common(trip, drive) ?? [])
      .filter((part) => lengthOf(part) > CLOCK_TOLERANCE_MS && !isIn(part))
      .map((part) => {
        const holder = records.cards.find((card) =>
          inVehicle(card).some((drive) => overlapMs(drive, part) > 0),
        );
        return gapOf(part, {
          kind: 'other_card',
          driverId,
          cardDriverId: holder?.driverId ?? null,
          distanceM: distanceIn(drives, part),
        });
      });
  });
}

/** Driving of a card that it recorded in this vehicle. */
const inVehicle = ({ drives, uses }: CardRecords): readonly Span[] =>
  drives.flatMap((drive) => within(drive, uses));

/** Driving of the tracker that the unit, which covers the time, did not record. */
function notRecorded(records: VehicleRecords): readonly Gap[] {
  const { trips, unit } = records;
  const known = [...widened(unit.drives, CLOCK_TOLERANCE_MS), ...unit.excused];
  return trips.flatMap(({ driverId, drives }) =>
    drives
      .flatMap((drive) => within(drive, unit.covered))
      .flatMap((span) => outside(span, known))
      .map((span) =>
        gapOf(span, { kind: 'not_recorded', driverId, distanceM: distanceIn(drives, span) }),
      ),
  );
}

/** Driving of the tracker that no stored file covers. */
function missingDownload(records: VehicleRecords, uncovered: readonly Span[]): readonly Gap[] {
  const { cards, trips } = records;
  return trips.flatMap(({ driverId, drives }) => {
    const own = cards.find((card) => card.driverId === driverId);
    const known = [
      ...widened([...cards.flatMap(inVehicle), ...(own?.drives ?? [])], CLOCK_TOLERANCE_MS),
      ...cards.flatMap(({ excused, uses }) => excused.flatMap((span) => within(span, uses))),
      ...(own?.excused ?? []),
    ];
    const covered = own?.covered ?? [];
    const facts = { kind: 'missing_download', driverId, needsUnit: true } as const;
    return drives
      .flatMap((drive) => within(drive, uncovered))
      .flatMap((span) => outside(span, known))
      .flatMap((span) => [
        ...within(span, covered).map((part) => ({ part, needsCard: false })),
        ...outside(span, covered).map((part) => ({ part, needsCard: driverId !== null })),
      ])
      .map(({ needsCard, part }) =>
        gapOf(part, { ...facts, needsCard, distanceM: distanceIn(drives, part) }),
      );
  });
}

/** Driving of unit or card while the tracker recorded nothing. */
function trackerGaps(records: VehicleRecords, uncovered: readonly Span[]): readonly Gap[] {
  const { cards, privateTravel, trackedFromMs, trips, unit } = records;
  if (trackedFromMs === null) return [];
  const tracked = { startMs: trackedFromMs, endMs: Number.POSITIVE_INFINITY };
  const known = [...widened([...trips, ...privateTravel], CLOCK_TOLERANCE_MS), ...unit.excused];
  const found = (drive: Span, card: InsertedCard | null, driverId: number | null) =>
    within(drive, [tracked])
      .flatMap((span) => outside(span, known))
      .map((span) =>
        gapOf(span, { kind: 'tracker_gap', driverId, cardNumber: card?.number ?? null }),
      );
  return [
    ...unit.drives.flatMap((drive: UnitDrive) =>
      found(drive, drive.card, drive.card?.driverId ?? null),
    ),
    ...cards.flatMap((card) =>
      inVehicle(card)
        .flatMap((drive) => within(drive, uncovered))
        .flatMap((drive) => outside(drive, card.excused))
        .flatMap((drive) => found(drive, null, card.driverId)),
    ),
  ];
}

/**
 * Lays tracker, vehicle unit and cards of a vehicle on one time line and names each stretch of driving
 * that they do not agree about. Pure: times are ms since 1970 UTC, so that clock changes do not matter.
 *
 * Driving of the unit without card is taken from the unit's own clock. Wherever tachograph and tracker
 * are compared, their clocks may differ by {@link CLOCK_TOLERANCE_MS}.
 *
 * @returns in sequence of time; gaps of different kinds may overlap
 */
export function unaccountedDriving(records: VehicleRecords): readonly Gap[] {
  const uncovered = outside(records.window, records.unit.covered);
  const gaps = joined([
    ...withoutCard(records),
    ...unitOtherCard(records),
    ...cardOtherCard(records, uncovered),
    ...notRecorded(records),
    ...missingDownload(records, uncovered),
    ...trackerGaps(records, uncovered),
  ]);
  return [...withOdometer(records, gaps)].sort(
    (one, other) => one.startMs - other.startMs || one.kind.localeCompare(other.kind),
  );
}
