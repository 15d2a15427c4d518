const DAY_MS = 86_400_000;

/** The time so many days ago, as ISO UTC. */
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** The day so many days ago, as YYYY-MM-DD. */
export const dayAgo = (days: number) => daysAgo(days).slice(0, 10);
