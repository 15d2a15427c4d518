import type { Config } from '../../../platform/config/index.ts';
import { StreamError, type Target } from './destinations/index.ts';
import type { StreamRow } from './outgoing-streams.repository.ts';
import { type Credentials, validSecrets } from './outgoing-streams-credentials.ts';

/**
 * Where a stream sends.
 *
 * @param credentials null if they cannot be decrypted
 * @throws StreamError if they cannot be decrypted
 */
export function targetOf(
  { id, kind, address, settings }: Pick<StreamRow, 'id' | 'kind' | 'address' | 'settings'>,
  credentials: Credentials | null,
  { allowPrivateWebhooks }: Pick<Config, 'allowPrivateWebhooks'>,
): Target {
  if (credentials === null) throw new StreamError('outgoing_stream.credentials_lost');
  return {
    streamId: id,
    kind,
    address,
    topic: settings.topic,
    mqttVersion: settings.mqtt_version,
    natsMode: settings.nats_mode,
    username: settings.username,
    password: credentials.password,
    secrets: () => validSecrets(credentials, Date.now()),
    allowPrivate: allowPrivateWebhooks,
  };
}
