import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Chosen } from '../../ui/pickers/kind.ts';

export type NotificationEmail = AnswerOf<typeof contract.notifications.read>;
export type NotificationType = NotificationEmail['notification_type'];
export type Delivery = AnswerOf<typeof contract.notifications.deliveries>['results'][number];

/** In the order of the specification (requirements L-24 to L-27). */
export const NOTIFICATION_TYPES: readonly NotificationType[] = [
  'vehicle_std_emails',
  'vehicle_audit_emails',
  'vehicle_handover_emails',
  'defect_notification_emails',
];

export const FREQUENCIES: readonly NotificationEmail['frequency'][] = ['each', 'daily', 'weekly'];

/** Form values of an address. */
export interface NotificationDraft {
  readonly email: string;
  readonly notification_type: NotificationType;
  readonly frequency: NotificationEmail['frequency'];
  readonly depots: readonly Chosen[];
  /** Customer of a new record; null for the user's customer. */
  readonly customer: number | null;
}

export const notificationDraft = (one: NotificationEmail | null): NotificationDraft => ({
  email: one?.email ?? '',
  notification_type: one?.notification_type ?? 'defect_notification_emails',
  frequency: one?.frequency ?? 'each',
  depots: one?.depots ?? [],
  customer: null,
});
