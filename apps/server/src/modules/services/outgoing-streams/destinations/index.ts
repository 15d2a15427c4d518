import type { OutgoingStreamKind } from '@roadworthy/domain';
import type { Destination, Target } from './destination.ts';
import { mqttDestination } from './mqtt-destination.ts';
import { natsDestination } from './nats-destination.ts';
import { webhookDestination } from './webhook-destination.ts';

export { type Destination, StreamError, type Target } from './destination.ts';
export { SECRET_PREFIX } from './webhook-destination.ts';

const OPENERS: Readonly<
  Record<OutgoingStreamKind, (target: Target) => Destination | Promise<Destination>>
> = {
  webhook: webhookDestination,
  mqtt: mqttDestination,
  nats: natsDestination,
};

/**
 * Opens a destination. A kind is one entry above and one file beside.
 *
 * @throws WebhookError or StreamError if it cannot be reached or refuses the credentials
 */
export async function openDestination(target: Target): Promise<Destination> {
  return OPENERS[target.kind](target);
}
