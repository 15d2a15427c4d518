import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { FeedKind, MqttVersion, NatsMode, OutgoingStreamKind } from '@roadworthy/domain';
import type { Chosen } from '../../ui/pickers/kind.ts';

export type Stream = AnswerOf<typeof contract.outgoingStreams.read>;
type StreamBody = BodyOf<typeof contract.outgoingStreams.change>;

/** Form values of a stream. */
export interface StreamDraft {
  readonly name: string;
  readonly customer: number | null;
  readonly kind: OutgoingStreamKind;
  readonly address: string;
  readonly topic: string;
  readonly mqtt_version: MqttVersion;
  readonly nats_mode: NatsMode;
  readonly username: string;
  /** Empty keeps the stored one. */
  readonly password: string;
  readonly removes_password: boolean;
  readonly feeds: readonly FeedKind[];
  readonly some_vehicles: boolean;
  readonly vehicles: readonly Chosen[];
  readonly depots: readonly Chosen[];
  readonly is_on: boolean;
}

const NEW_STREAM: StreamDraft = {
  name: '',
  customer: null,
  kind: 'webhook',
  address: '',
  topic: 'roadworthy',
  mqtt_version: '5',
  nats_mode: 'jetstream',
  username: '',
  password: '',
  removes_password: false,
  feeds: ['positions', 'trips', 'events'],
  some_vehicles: false,
  vehicles: [],
  depots: [],
  is_on: true,
};

/** The form values of a stream, or of a new one. */
export const draftOf = (one: Stream | null): StreamDraft =>
  one === null
    ? NEW_STREAM
    : {
        name: one.name,
        customer: one.customer.id,
        kind: one.kind,
        address: one.address,
        topic: one.topic,
        mqtt_version: one.mqtt_version,
        nats_mode: one.nats_mode,
        username: one.username,
        password: '',
        removes_password: false,
        feeds: one.feeds,
        some_vehicles: !one.all_vehicles,
        vehicles: one.vehicles.map(({ id, registration: name }) => ({ id, name })),
        depots: one.depots,
        is_on: one.is_on,
      };

/** What is saved; without a password unless it changes. */
export function bodyOf(draft: StreamDraft): StreamBody {
  const {
    customer: _,
    password,
    removes_password,
    some_vehicles,
    vehicles,
    depots,
    ...rest
  } = draft;
  return {
    ...rest,
    name: draft.name.trim(),
    address: draft.address.trim(),
    feeds: [...draft.feeds],
    all_vehicles: !some_vehicles,
    vehicles: some_vehicles ? vehicles.map(({ id }) => id) : [],
    depots: some_vehicles ? depots.map(({ id }) => id) : [],
    ...(password === '' && !removes_password ? {} : { password }),
  };
}
