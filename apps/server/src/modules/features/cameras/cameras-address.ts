/** Placeholder for a hidden password. */
const HIDDEN = '***';

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Whether the address is valid for an RTSP camera. */
export function isRtspAddress(address: string): boolean {
  const url = parsed(address);
  return url !== null && /^rtsps?:$/.test(url.protocol) && url.hostname !== '';
}

/** The address for display, with its password hidden. */
export function shownAddress(address: string | null): string | null {
  const url = address === null ? null : parsed(address);
  if (url === null || url.password === '') return address;
  url.password = HIDDEN;
  return url.href;
}

/** The new address; if its password is the placeholder, the password of the old address applies. */
export function addressToKeep(given: string | null, before: string | null): string | null {
  const url = given === null ? null : parsed(given);
  const old = before === null ? null : parsed(before);
  if (url === null || old === null || decodeURIComponent(url.password) !== HIDDEN) return given;
  // A stored password must not be sent to another host.
  if (url.host !== old.host) return given;
  url.password = old.password;
  return url.href;
}
