import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Config } from '../../../platform/config/index.ts';

type Ports = AnswerOf<typeof contract.trackers.devicePorts>;
type Gateway = Pick<Config['gateway'], 'teltonikaPort' | 'gt06Port' | 'jt808Port' | 'osmandPort'>;

/** The configured ports of devices. A port of 0 is a free one, which nobody can configure in a device. */
export function devicePorts(gateway: Gateway): Ports {
  const ports: Ports = [
    { protocol: 'teltonika', port: gateway.teltonikaPort, transports: ['tcp', 'udp'] },
    { protocol: 'gt06', port: gateway.gt06Port, transports: ['tcp'] },
    { protocol: 'jt808', port: gateway.jt808Port, transports: ['tcp'] },
    { protocol: 'osmand', port: gateway.osmandPort, transports: ['http'] },
  ];
  return ports.filter(({ port }) => port > 0);
}
