/** The time zone of the browser, in which the server cuts days for users without a preference. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
