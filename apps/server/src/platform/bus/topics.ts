import type { AnswerPart } from '../orders/answer-parts.ts';
import type { DeviceOrder } from '../orders/order.ts';

/** A vehicle whose last known state moved forward; null where the device did not say. */
export interface VehicleStateChange {
  readonly customerId: number;
  readonly vehicleId: number;
  /** Device time, ms since 1970 UTC. */
  readonly deviceTimeMs: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly speedKmh: number | null;
  readonly headingDeg: number | null;
  readonly ignition: boolean | null;
  readonly odometerM: number | null;
  readonly externalVoltageV: number | null;
  readonly batteryVoltageV: number | null;
  readonly batteryPercent: number | null;
  readonly temperatureC: number | null;
  readonly driverTag: string | null;
  /** In private use: place and doings are not known, and not to be shown. Absent means no. */
  readonly isPrivate?: boolean;
}

/**
 * A record as it was committed, for those who derive from it within the same process. `events` holds
 * codes as the device gave them; null means that the device did not say.
 */
export interface CommittedRecord {
  readonly customerId: number;
  readonly vehicleId: number;
  /** Device time, ms since 1970 UTC. */
  readonly timeMs: number;
  /** Orders records of the same moment. */
  readonly digest: bigint;
  readonly eventCodes: readonly number[];
  /** Of private use: metres since the record before; null, or absent, of every other record. */
  readonly privateLegM?: number | null;
  readonly record: {
    readonly fixValid: boolean;
    readonly latitudeDeg: number | null;
    readonly longitudeDeg: number | null;
    readonly speedKmh: number | null;
    readonly headingDeg: number | null;
    readonly ignition: boolean | null;
    readonly odometerM: number | null;
    readonly externalVoltageV: number | null;
    readonly batteryVoltageV: number | null;
    readonly temperatureC: number | null;
    readonly driverTag: string | null;
  };
}

/** An event that was derived for the first time. */
export interface DerivedEvent {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly eventCode: number;
  readonly occurredMs: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly speedKmh: number | null;
  readonly geofenceId: number | null;
}

/** What the parts of the server tell each other. */
export interface Topics {
  /** After a commit: the vehicles whose last known state moved forward. */
  'positions.committed': { readonly states: readonly VehicleStateChange[] };
  /** After a commit, in this process only: every record of it, repeated and late ones too. */
  'records.committed': { readonly records: readonly CommittedRecord[] };
  /** In this process only: events that were derived for the first time; never those that were derived again. */
  'events.derived': { readonly events: readonly DerivedEvent[] };
  /** Geofences of a customer changed. */
  'geofences.changed': { readonly customerId: number };
  /** A message waits for a device; for the gateway that holds its connection. */
  'messages.queued': { readonly trackerId: number };
  /** Devices connected to the gateway that says so; the one that holds the older connections closes them. */
  'connections.replaced': {
    readonly takeovers: readonly {
      /** Of the older connection, in `tracker_connections`. */
      readonly id: string;
      /** Of the newer connection. */
      readonly address: string;
    }[];
  };
  /** A device that may have cameras (JT/T 808) has connected and can be asked. */
  'cameras.connected': { readonly trackerId: number };
  /** A device says how an upload ended (1206); `serial` is that of the order it was given. */
  'cameras.uploaded': {
    readonly trackerId: number;
    readonly serial: number;
    readonly isDone: boolean;
  };
  /** A stretch of video was asked for; for the processes that fetch. */
  'video.requested': Record<string, never>;
  /** An order to a device that is not connected to the process which asks. */
  'orders.asked': {
    readonly id: string;
    readonly trackerId: number;
    readonly order: DeviceOrder;
    readonly limitMs: number;
  };
  /** A process has the device's connection and asks it. */
  'orders.taken': { readonly id: string };
  /** A piece of the answer. */
  'orders.answered': AnswerPart;
  /** Activities of a customer's vehicle file were made or changed. */
  'activities.changed': { readonly customerId: number };
  /** Alerts were given or read; for the live stream of those who may see them. */
  'alerts.changed': { readonly customerId: number };
  /** Somebody stopped to watch live video; for the process that has the session. */
  'live-sessions.stopped': { readonly sessionId: number };
  /** When vehicles are in private use has changed. */
  'private-use.changed': { readonly customerId: number };
  /** A tracker was registered, moved or removed; null for "any of them". */
  'trackers.changed': { readonly trackerId: number | null };
  /** Rights, scope or password of a user changed; null for all users, or for all of `customerId`. */
  'users.changed': { readonly userId: number | null; readonly customerId?: number };
  /** One sign-on session ended. Other sessions of the user continue. */
  'sessions.ended': { readonly userId: number; readonly grantId: string };
}

export interface Bus {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Returns the function that ends the subscription. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void;
  close(): Promise<void>;
}
