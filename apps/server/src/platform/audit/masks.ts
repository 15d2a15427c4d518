const HIDDEN = '•••';

/** `ada@albion.test` as `a•••@albion.test`: whose server, not whose mailbox. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? HIDDEN : `${address.slice(0, 1)}${HIDDEN}${address.slice(at)}`;
}

/** An address of the web without user, path and query, where keys often stand. */
export function maskedUrl(url: string): string {
  if (!URL.canParse(url)) return HIDDEN;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/${HIDDEN}`;
}
