// Exits with 0 if the server in this container works: by /healthz with the role api, otherwise by a port of its role.
import { connect } from 'node:net';

const LIMIT_MS = 4000;
const {
  ROLES = 'gateway,api,worker',
  PORT = '8080',
  DEVICE_PORT = '5300',
  FTP_PORT = '1081',
} = process.env;
const roles = ROLES.split(',').map((role) => role.trim());

/** @param {number} port */
function accepts(port) {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: LIMIT_MS });
    const end = (/** @type {boolean} */ isOpen) => {
      socket.destroy();
      done(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

async function isHealthy() {
  if (!roles.includes('api')) {
    return accepts(Number(roles.includes('gateway') ? DEVICE_PORT : FTP_PORT));
  }
  const signal = AbortSignal.timeout(LIMIT_MS);
  const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`, { signal }).catch(() => null);
  return answer?.ok === true;
}

process.exitCode = (await isHealthy()) ? 0 : 1;
