/** Letters of a message to drivers, and of an answer. */
export const MAX_DRIVER_MESSAGE_LETTERS = 2000;

/** Drivers that one message reaches. */
export const MAX_MESSAGE_DRIVERS = 500;

/** Drivers are reminded of a message again after this time at the earliest. */
export const REMINDER_AFTER_MIN = 60;

/** Which messages a list shows: not read by all, not confirmed by all, answered by a driver. */
export const DRIVER_MESSAGE_FILTERS = ['unread', 'unconfirmed', 'answered'] as const;
export type DriverMessageFilter = (typeof DRIVER_MESSAGE_FILTERS)[number];
