/** How a destination of an outgoing stream receives records. */
export const OUTGOING_STREAM_KINDS = ['webhook', 'mqtt', 'nats'] as const;
export type OutgoingStreamKind = (typeof OUTGOING_STREAM_KINDS)[number];

/** Versions of MQTT. */
export const MQTT_VERSIONS = ['3.1.1', '5'] as const;
export type MqttVersion = (typeof MQTT_VERSIONS)[number];

/** How a NATS server acknowledges: by JetStream, which stores, or only that it has received. */
export const NATS_MODES = ['jetstream', 'core'] as const;
export type NatsMode = (typeof NATS_MODES)[number];

/** How an outgoing stream is doing; `behind` if records wait for longer than a minute. */
export const OUTGOING_STREAM_STATES = ['current', 'behind', 'failing', 'paused'] as const;
export type OutgoingStreamState = (typeof OUTGOING_STREAM_STATES)[number];

/** Where a stream begins: with new records, with those since a time, or with all that exist. */
export const OUTGOING_STREAM_STARTS = ['now', 'date', 'all'] as const;
export type OutgoingStreamStart = (typeof OUTGOING_STREAM_STARTS)[number];

/** After a rotation, requests are also signed with the secret before for this time. */
export const OUTGOING_STREAM_OLD_SECRET_HOURS = 24;
