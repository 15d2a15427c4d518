/** Kinds of personal notifications: serious defects, and the alerts of rules by severity. */
export const NOTIFICATION_KINDS = ['defect', 'critical', 'warning', 'information'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** How a person is notified. */
export const NOTIFICATION_CHANNELS = ['in_app', 'email', 'push', 'sms'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** How often a person's e-mails are collected into one. */
export const DIGEST_FREQUENCIES = ['none', 'daily', 'weekly'] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

/** An international telephone number (E.164), for SMS. */
export const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;
