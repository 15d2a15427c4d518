const HIDDEN = '•••';

/** `ada@albion.test` as `a•••@albion.test`: shows the server, not the mailbox. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? HIDDEN : `${address.slice(0, 1)}${HIDDEN}${address.slice(at)}`;
}

/** A URL without user, path and query, which often contain keys. */
export function maskedUrl(url: string): string {
  if (!URL.canParse(url)) return HIDDEN;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/${HIDDEN}`;
}
