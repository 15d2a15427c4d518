import type { UnaccountedKind } from '@roadworthy/domain';
import type { Span } from './span.ts';

/** Driving that a tracker recorded. */
export interface TrackedDrive extends Span {
  readonly distanceM: number;
}

/** A trip of the tracker; its driver is known by tag, card or assignment. */
export interface TrackedTrip extends Span {
  readonly driverId: number | null;
  readonly drives: readonly TrackedDrive[];
}

/** A driver card in a slot of the vehicle unit. */
export interface InsertedCard {
  readonly number: string;
  /** Null for a card of nobody in the fleet. */
  readonly driverId: number | null;
}

/** Driving that the vehicle unit recorded. */
export interface UnitDrive extends Span {
  /** Null without a card in the driver slot. */
  readonly card: InsertedCard | null;
  /** The card of the second driver, if there is one. */
  readonly coDriver: InsertedCard | null;
}

/** A reading of the vehicle unit's odometer. */
export interface OdometerReading {
  readonly timeMs: number;
  readonly km: number;
}

/** What the driver card of one person says. */
export interface CardRecords {
  readonly driverId: number;
  /** Time that stored files of the card cover. */
  readonly covered: readonly Span[];
  /** Time with the card in this vehicle. */
  readonly uses: readonly Span[];
  /** Driving in this vehicle, or in one that the card does not name. */
  readonly drives: readonly Span[];
  /** Ferry or train, and out of scope. */
  readonly excused: readonly Span[];
}

/** Everything that is known of a vehicle in a window of time. */
export interface VehicleRecords {
  readonly window: Span;
  /** The tracker's first record, ms since 1970 UTC; null without a tracker. */
  readonly trackedFromMs: number | null;
  readonly trips: readonly TrackedTrip[];
  /** Private use: it needs no card, and its trips are not kept. */
  readonly privateTravel: readonly TrackedDrive[];
  readonly unit: {
    /** Time that stored files of the vehicle unit cover. */
    readonly covered: readonly Span[];
    readonly drives: readonly UnitDrive[];
    /** Ferry or train, and out of scope. */
    readonly excused: readonly Span[];
  };
  readonly cards: readonly CardRecords[];
  /** In sequence of time. */
  readonly odometer: readonly OdometerReading[];
}

/** A stretch of driving that the records do not agree about. */
export interface Gap extends Span {
  readonly kind: UnaccountedKind;
  /** Time at the wheel within the stretch, in ms. */
  readonly drivenMs: number;
  /** Null if nothing tells it. */
  readonly distanceM: number | null;
  /** The driver of the trip; of the card for a gap of the tracker. */
  readonly driverId: number | null;
  /** The holder of the card that was used instead. */
  readonly cardDriverId: number | null;
  readonly cardNumber: string | null;
  /** Which files would cover it. */
  readonly needsUnit: boolean;
  readonly needsCard: boolean;
  /** Only the odometer shows it. */
  readonly isOdometer: boolean;
}
