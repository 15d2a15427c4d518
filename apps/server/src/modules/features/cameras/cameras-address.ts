/** What stands for a password that is not shown. */
const HIDDEN = '***';

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Whether an RTSP camera can have this address. */
export function isRtspAddress(address: string): boolean {
  const url = parsed(address);
  return url !== null && /^rtsps?:$/.test(url.protocol) && url.hostname !== '';
}

/** An address without its password, to be shown. */
export function shownAddress(address: string | null): string | null {
  const url = address === null ? null : parsed(address);
  if (url === null || url.password === '') return address;
  url.password = HIDDEN;
  return url.href;
}

/** A new address; where its password is the sign of one that is not shown, it is that of the old. */
export function addressToKeep(given: string | null, before: string | null): string | null {
  const url = given === null ? null : parsed(given);
  const old = before === null ? null : parsed(before);
  if (url === null || old === null || decodeURIComponent(url.password) !== HIDDEN) return given;
  // A kept password must not be sent to another host.
  if (url.host !== old.host) return given;
  url.password = old.password;
  return url.href;
}
