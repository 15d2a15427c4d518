import { DEVICE_PORTS, type PortProtocol } from '@roadworthy/domain';
import { OperatorError } from '../operator-error.ts';
import type { Environment } from './environment.ts';
import { readPortRange } from './fields.ts';

/** The port for devices over TLS; null without a certificate. */
function deviceTls(env: Environment) {
  const { DEVICE_TLS_CERT: certFile, DEVICE_TLS_KEY: keyFile, DEVICE_TLS_PORT: port } = env;
  if (certFile === null && keyFile === null) return null;
  if (certFile === null || keyFile === null) throw new OperatorError('device_tls.incomplete');
  return { certFile, keyFile, port };
}

/** The ports of trackers and phones, and the limits of their connections. */
export function readGateway(env: Environment) {
  return {
    host: env.GATEWAY_HOST,
    /** The port of each protocol. */
    ports: Object.fromEntries(
      DEVICE_PORTS.map(({ name, variable }) => [name, env[variable]]),
    ) as Record<PortProtocol, number>,
    /** The port for devices of any protocol. */
    detectPort: env.DEVICE_PORT,
    /** The port with TLS for devices of any protocol; null without a certificate. */
    tls: deviceTls(env),
    traccarForwardToken: env.TRACCAR_FORWARD_TOKEN,
    maxConnections: env.GATEWAY_MAX_CONNECTIONS,
    maxConnectionsPerAddress: env.GATEWAY_MAX_CONNECTIONS_PER_ADDRESS,
    idleTimeoutS: env.GATEWAY_IDLE_TIMEOUT_S,
    /** Networks from which devices may connect; empty for all. */
    networks: env.DEVICE_NETWORKS,
  };
}

/** The ports of cameras. */
export function readVideo(env: Environment) {
  return {
    livePort: env.JT1078_PORT,
    playbackPort: env.JT1078_PLAYBACK_PORT,
    /** The address sent to cameras; null for the address of their JT/T 808 connection. */
    host: env.VIDEO_HOST,
    attachmentsPort: env.ATTACHMENTS_PORT,
    /** FTP server for whole files of cameras, and the ports of its data connections. */
    uploadPort: env.FTP_PORT,
    uploadDataPorts: readPortRange(env.FTP_DATA_PORTS),
    /** Networks of RTSP cameras; empty for all except this machine. */
    rtspNetworks: env.RTSP_NETWORKS,
  };
}
