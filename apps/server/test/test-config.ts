import { DEVICE_PORTS } from '@roadworthy/domain';

/** Variables that let the system choose every port of the gateway and the video listeners. */
export const FREE_PORTS: Readonly<Record<string, string>> = {
  GATEWAY_HOST: '127.0.0.1',
  ...Object.fromEntries(DEVICE_PORTS.map(({ variable }) => [variable, '0'])),
  DEVICE_PORT: '0',
  ATTACHMENTS_PORT: '0',
  FTP_PORT: '0',
  FTP_DATA_PORTS: '0',
  JT1078_PORT: '0',
  JT1078_PLAYBACK_PORT: '0',
};

/** Variables of a silent server of tests and benchmarks. */
export const TEST_CONFIG: Readonly<Record<string, string>> = {
  NODE_ENV: 'test',
  SESSION_SECRET: 'a secret of thirty-two characters, for tests',
  LOG_LEVEL: 'silent',
  ...FREE_PORTS,
};
