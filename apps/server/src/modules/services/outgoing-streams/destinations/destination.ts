import type { FeedKind, MqttVersion, NatsMode, OutgoingStreamKind } from '@roadworthy/domain';
import type { ErrorCode } from '../../../../platform/error-texts.ts';

/** Records of one feed in their order, which a destination acknowledges as a whole. */
export interface Batch {
  /** `test` without records. */
  readonly feed: FeedKind | 'test';
  readonly rows: readonly object[];
}

/** Where a stream sends, and with which credentials. */
export interface Target {
  readonly streamId: number;
  readonly kind: OutgoingStreamKind;
  readonly address: string;
  readonly topic: string;
  readonly mqttVersion: MqttVersion;
  readonly natsMode: NatsMode;
  readonly username: string;
  readonly password: string;
  /** Secrets that sign the requests of a webhook now, the current one first. */
  readonly secrets: () => readonly string[];
  /** Whether the address may be in a private network. */
  readonly allowPrivate: boolean;
}

/** An open destination. */
export interface Destination {
  /**
   * Sends records and waits until they are acknowledged.
   *
   * @throws WebhookError or StreamError if they are not; they are sent again then
   */
  send(batch: Batch): Promise<void>;
  close(): void;
}

/** Why a destination did not acknowledge, besides the reasons of a `WebhookError`. */
export class StreamError extends Error {
  constructor(code: Extract<ErrorCode, `outgoing_stream.${string}`>) {
    super(code);
  }
}

/** Time limit of a destination for an answer. */
export const ANSWER_LIMIT_MS = 10_000;

/** A row as the feeds send it. */
interface FeedRow {
  readonly vehicle?: { readonly id: number };
  readonly vehicle_id?: number | null;
  readonly driver?: { readonly id: number };
}

/** The id by which records keep their order: of the vehicle, of the driver for others, 0 for none. */
export function subjectOf(record: object): number {
  const { vehicle, vehicle_id: vehicleId, driver } = record as FeedRow;
  return vehicle?.id ?? vehicleId ?? driver?.id ?? 0;
}
