import type { AnswerOf, contract } from '@roadworthy/contract';
import { DEVICE_PORTS } from '@roadworthy/domain';
import type { Config } from '../../../platform/config/index.ts';

type Ports = AnswerOf<typeof contract.trackers.devicePorts>;

/** The configured ports of devices. A port of 0 is a free one, which nobody can configure in a device. */
export function devicePorts({ ports }: Pick<Config['gateway'], 'ports'>): Ports {
  return DEVICE_PORTS.map(({ name, transports }) => ({
    protocol: name,
    port: ports[name],
    transports: [...transports],
  })).filter(({ port }) => port > 0);
}
