/** Variables that let the system choose every port of the gateway and the video listeners. */
export const FREE_PORTS = {
  GATEWAY_HOST: '127.0.0.1',
  TELTONIKA_PORT: '0',
  GT06_PORT: '0',
  JT808_PORT: '0',
  OSMAND_PORT: '0',
  ATTACHMENTS_PORT: '0',
  FTP_PORT: '0',
  FTP_DATA_PORTS: '0',
  JT1078_PORT: '0',
  JT1078_PLAYBACK_PORT: '0',
} as const;

/** Variables of a silent server of tests and benchmarks. */
export const TEST_CONFIG = {
  NODE_ENV: 'test',
  SESSION_SECRET: 'a secret of thirty-two characters, for tests',
  LOG_LEVEL: 'silent',
  ...FREE_PORTS,
} as const;
