import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { NOTIFICATION_KINDS, type NotificationKind } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';

export type Preferences = AnswerOf<typeof contract.notificationPreferences.read>;
export type Draft = BodyOf<typeof contract.notificationPreferences.change>;
export type Channel = 'in_app' | 'email' | 'push' | 'sms';

export const PREFERENCES = ['notification-preferences'];

/** The notification preferences of the signed-in person. */
export const usePreferences = () =>
  useQuery({
    queryKey: PREFERENCES,
    queryFn: ({ signal }) => api.notificationPreferences.read({ signal }),
  });

/** The fields that the form changes. */
export function draftOf(read: Preferences): Draft {
  const { in_app, email, push, sms, phone, quiet_hours, urgent, digest, time_zone } = read;
  return { in_app, email, push, sms, phone, quiet_hours, urgent, digest, time_zone };
}

const DEFECTS = {
  kind: 'module',
  anyOf: ['Defect', 'Vehicle File', 'Vehicle Check'],
} as const;

/** The kinds of notifications that the person's modules show. */
export function useOwnKinds(): readonly NotificationKind[] {
  const { current } = useSession();
  const mayEvents = may(current, { kind: 'module', anyOf: ['Events'] });
  const mayDefects = may(current, DEFECTS);
  return NOTIFICATION_KINDS.filter((kind) => (kind === 'defect' ? mayDefects : mayEvents));
}

/** A list with or without a value. */
export const toggled = <T>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
