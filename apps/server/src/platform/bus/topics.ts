import type { DeviceProtocol, RecordValues } from '@roadworthy/domain';
import type { AnswerPart } from '../device-commands/answer-parts.ts';
import type { DeviceCommand } from '../device-commands/device-command.ts';

/** A newer last known state of a vehicle; null if the device did not report the value. */
export interface VehicleStateChange extends RecordValues {
  readonly customerId: number;
  readonly vehicleId: number;
  /** Device time, ms since 1970 UTC. */
  readonly deviceTimeMs: number;
  readonly batteryPercent: number | null;
  /** In private use: location and activity are unknown and must not be shown. Absent means no. */
  readonly isPrivate?: boolean;
}

/**
 * A committed record, for subscribers in the same process. `events` contains codes as the device sent
 * them; null means that the device did not report the value.
 */
export interface CommittedRecord {
  readonly customerId: number;
  readonly vehicleId: number;
  /** Device time, ms since 1970 UTC. */
  readonly timeMs: number;
  /** Sequence of records with the same time. */
  readonly digest: bigint;
  readonly eventCodes: readonly number[];
  /** Private use: metres since the previous record; null or absent for every other record. */
  readonly privateLegM?: number | null;
  readonly record: RecordValues & {
    readonly fixValid: boolean;
    /** What the device sent besides, under the codec's names. */
    readonly attributes?: Readonly<Record<string, string | number | boolean>>;
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

/** A connection whose device connected again at another gateway. */
export interface ConnectionTakeover {
  /** Of the older connection, in `tracker_connections`. */
  readonly id: string;
  /** Of the newer connection. */
  readonly address: string;
  /** The newer one is a datagram or a request. */
  readonly isReport: boolean;
}

/** What bytes look like that a port did not understand; null for nothing known. */
export type LooksLike = DeviceProtocol | 'tls' | null;

/** Connections, datagrams or requests of a kind that failed before a device was known or admitted. */
export interface FailedArrival {
  /** Nothing was understood, or the network is not allowed. */
  readonly kind: 'not_understood' | 'network';
  readonly protocol: DeviceProtocol;
  readonly looksLike: LooksLike;
  /** Customer of the refused device; null if it is unknown. */
  readonly customerId: number | null;
  /** IP address of the last one. */
  readonly address: string;
  readonly count: number;
}

/** Messages between the parts of the server. */
export interface Topics {
  /** After a commit: the vehicles whose last known state is newer. */
  'positions.committed': { readonly states: readonly VehicleStateChange[] };
  /** After a commit, in this process only: all its records, including repeated and late ones. */
  'records.committed': { readonly records: readonly CommittedRecord[] };
  /** In this process only: events derived for the first time, never derived again. */
  'events.derived': { readonly events: readonly DerivedEvent[] };
  /** Geofences of a customer changed. */
  'geofences.changed': { readonly customerId: number };
  /** A data input was changed; gateways read them again. */
  'data-inputs.changed': Readonly<Record<never, never>>;
  /** A message or command is queued for a device; for the gateway that holds its connection. */
  'messages.queued': { readonly trackerId: number };
  /** Devices connected to the sending gateway; the one with the older connections closes them. */
  'connections.replaced': { readonly takeovers: readonly ConnectionTakeover[] };
  /** What arrived at the ports of devices and failed, counted since the last message. */
  'arrivals.failed': { readonly arrivals: readonly FailedArrival[] };
  /** A device that may have cameras (JT/T 808) has connected and can be queried. */
  'cameras.connected': { readonly trackerId: number };
  /** A device reported the end of an upload (1206); `serial` is that of its command. */
  'cameras.uploaded': {
    readonly trackerId: number;
    readonly serial: number;
    readonly isDone: boolean;
  };
  /** A period of video was requested; for the processes that fetch it. */
  'video.requested': Record<string, never>;
  /** A command to a device that is not connected to the requesting process. */
  'device_commands.sent': {
    readonly id: string;
    readonly trackerId: number;
    readonly command: DeviceCommand;
    readonly limitMs: number;
  };
  /** A process has the device's connection and sends the command. */
  'device_commands.accepted': { readonly id: string };
  /** A part of the response. */
  'device_commands.answered': AnswerPart;
  /** Activities of a customer's vehicle file were created or changed. */
  'activities.changed': { readonly customerId: number };
  /** Alerts were created or read; for the live stream of those who may see them. */
  'alerts.changed': { readonly customerId: number };
  /** A viewer of live video left; for the process that has the session. */
  'live-sessions.stopped': { readonly sessionId: number };
  /** The private use rules of vehicles have changed. */
  'private-use.changed': { readonly customerId: number };
  /** A tracker was registered, moved or removed; null for any tracker. */
  'trackers.changed': { readonly trackerId: number | null };
  /** Rights, scope or password of a user changed; null for all users, or for all of `customerId`. */
  'users.changed': { readonly userId: number | null; readonly customerId?: number };
  /** One sign-on session ended. Other sessions of the user continue. */
  'sessions.ended': { readonly userId: number; readonly grantId: string };
}

/** Topics that stay within a process: their volume is high, and all subscribers are local. */
export const LOCAL_TOPICS: ReadonlySet<keyof Topics> = new Set([
  'records.committed',
  'events.derived',
]);

export interface Bus {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Returns the function that ends the subscription. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void;
  /** True while other processes can be reached; otherwise a description of the problem. */
  health?(): true | string;
  close(): Promise<void>;
}
