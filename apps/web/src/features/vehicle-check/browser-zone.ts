/** The zone of the browser, in which the server cuts days where the person prefers none. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
