// Finds a mosquitto (an MQTT broker) for the tests of outgoing streams, or installs Debian's.
import { existsSync } from 'node:fs';
import { installPackage } from './nats-server.mjs';

const PLACES = [
  process.env.MOSQUITTO_PATH,
  '/usr/sbin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
];

/**
 * The path of a mosquitto on this machine, or null.
 *
 * @returns {string | null}
 */
export function findMosquitto() {
  return PLACES.find((path) => path !== undefined && existsSync(path)) ?? null;
}

/**
 * The path of a mosquitto, which is installed if missing; null if that is not possible.
 *
 * @returns {string | null}
 */
export function ensureMosquitto() {
  if (findMosquitto() === null) installPackage('mosquitto');
  return findMosquitto();
}
