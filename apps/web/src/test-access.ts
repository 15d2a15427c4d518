/** Sets the access token of a user, valid for an hour, with only the claims that pages read; null for none. */
export function signInTestUser(userId: number | null): void {
  const payload = { sub: String(userId), exp: Math.floor(Date.now() / 1000) + 3600 };
  const token = userId === null ? '' : `head.${btoa(JSON.stringify(payload))}.signature`;
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `access-token=${token}; Path=/`;
}
