import { formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import { missing } from '../../ui/field/required.ts';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useCustomerColumn } from '../customers/customer-column.ts';
import styles from './notifications.module.css';
import {
  type Delivery,
  NOTIFICATION_TYPES,
  type NotificationDraft,
  type NotificationEmail,
  notificationDraft,
} from './notifications.ts';
import { NotificationFields } from './notifications-fields.tsx';

type Emails = Resource<NotificationEmail, NotificationDraft>;
type Deliveries = Resource<Delivery, never>;
type Controls = NonNullable<Emails['filters']>['Controls'];

const TypeFilter: Controls = ({ values, change }) => {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t('notifications.type')}
      value={values.notification_type ?? ''}
      onChange={({ currentTarget }) =>
        change({ notification_type: currentTarget.value || undefined })
      }
    >
      <option value="">{t('notifications.allTypes')}</option>
      {NOTIFICATION_TYPES.map((type) => (
        <option key={type} value={type}>
          {t(`notifications.type.${type}`)}
        </option>
      ))}
    </Select>
  );
};

const STATES = ['waiting', 'sent', 'failed', 'bounced'] as const;

const StateFilter: Controls = ({ values, change }) => {
  const { t } = useTranslation();
  return (
    <>
      <TypeFilter values={values} change={change} />
      <Select
        aria-label={t('notifications.state')}
        value={values.state ?? ''}
        onChange={({ currentTarget }) => change({ state: currentTarget.value || undefined })}
      >
        <option value="">{t('notifications.allStates')}</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {t(`notifications.state.${state}`)}
          </option>
        ))}
      </Select>
    </>
  );
};

/** Delivery status of an e-mail. */
function DeliveryDetails({ one }: { readonly one: Delivery }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const moment = (utc: string | null) =>
    utc === null ? '–' : formatDateTime(Date.parse(utc), dates);
  const facts = [
    [t('notifications.state'), t(`notifications.state.${one.state}`)],
    [t('notifications.type'), t(`notifications.type.${one.notification_type}`)],
    [t('deliveries.vehicle'), one.registration ?? '–'],
    [t('deliveries.at'), moment(one.created_at)],
    [t('deliveries.ended'), moment(one.ended_at)],
    [t('deliveries.attempts'), String(one.attempts)],
    [t('deliveries.failure'), one.failure ?? '–'],
  ] as const;
  return (
    <FactList className={cx(stack({ gap: 3, margin: 0 }), styles.deliveryFacts)} facts={facts} />
  );
}

/** Sends a test e-mail, and fails with the error of the mail server. */
async function sendTest({ id }: NotificationEmail): Promise<void> {
  const { state, failure } = await api.notifications.test({ body: { id } });
  if (state !== 'sent') throw new Error(failure ?? '');
}

function save(draft: NotificationDraft, one: NotificationEmail | null): Promise<unknown> {
  const depots = draft.depots.map(({ id }) => id);
  const { email, notification_type, frequency, customer } = draft;
  if (one !== null) {
    return api.notifications.setDepots({ body: { id: one.id, depots, frequency } });
  }
  return api.notifications.create({
    body: {
      email,
      notification_type,
      frequency,
      depots,
      ...(customer === null ? {} : { customer }),
    },
  });
}

function useEmails(): Emails {
  const { t } = useTranslation();
  const owner = useCustomerColumn<NotificationEmail>();
  return useMemo(
    () => ({
      kind: 'notification',
      texts: 'notifications',
      list: (query, signal) => api.notifications.list({ query: { ...query } as object, signal }),
      read: (id, signal) => api.notifications.read({ params: { emailId: id }, signal }),
      nameOf: ({ email }) => email,
      columns: [
        {
          key: 'email',
          label: t('notifications.email'),
          isOrdered: true,
          cell: ({ email }) => email,
        },
        {
          key: 'notification_type',
          label: t('notifications.type'),
          isOrdered: true,
          cell: ({ notification_type: type }) => t(`notifications.type.${type}`),
        },
        {
          key: 'frequency',
          label: t('notifications.frequency'),
          cell: ({ frequency }) => t(`notifications.frequency.${frequency}`),
        },
        {
          key: 'depots',
          label: t('notifications.depots'),
          cell: ({ depots }) =>
            depots.length === 0
              ? t('notifications.allDepots')
              : depots.map(({ name }) => name).join(', '),
        },
        ...owner,
        {
          key: 'unsubscribed',
          label: t('notifications.state'),
          cell: ({ unsubscribed: isOut, bounced: isBack }) => (
            <>
              {t(isOut ? 'notifications.unsubscribed' : 'notifications.active')}
              {isBack && (
                <span className={look({ flow: 'block', tone: 'quiet', breaks: true })}>
                  {t('notifications.bounced')}
                </span>
              )}
            </>
          ),
        },
      ],
      form: {
        draftOf: notificationDraft,
        Fields: NotificationFields,
        check: (draft, words) => missing(draft, ['email'], words),
        save,
      },
      remove: {
        change: async (ids) => {
          for (const emailId of ids) await api.notifications.remove({ params: { emailId } });
        },
        text: t('notifications.removeText'),
      },
      actions: [
        { label: t('notifications.test'), run: sendTest, done: t('notifications.testSent') },
      ],
      filters: { names: ['notification_type'], Controls: TypeFilter },
      exportAddress: (query) => addressOf(pathOf('notifications', 'exportList'), { query }),
    }),
    [t, owner],
  );
}

function useDeliveries(): Deliveries {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => ({
      kind: 'notification-delivery',
      texts: 'deliveries',
      list: (query, signal) =>
        api.notifications.deliveries({ query: { ...query } as object, signal }),
      read: (id, signal) => api.notifications.delivery({ params: { id }, signal }),
      nameOf: ({ email }) => email,
      Details: DeliveryDetails,
      columns: [
        {
          key: 'email',
          label: t('notifications.email'),
          isOrdered: true,
          cell: ({ email }) => email,
        },
        {
          key: 'created_at',
          label: t('deliveries.at'),
          isOrdered: true,
          cell: ({ created_at: at }) => formatDateTime(Date.parse(at), dates),
        },
        {
          key: 'notification_type',
          label: t('notifications.type'),
          cell: ({ notification_type: type, record_kind: kind }) =>
            kind === 'test'
              ? t('deliveries.test')
              : kind === 'digest'
                ? t('deliveries.digest', { kind: t(`notifications.type.${type}`) })
                : t(`notifications.type.${type}`),
        },
        {
          key: 'registration',
          label: t('deliveries.vehicle'),
          cell: ({ registration }) => registration ?? '–',
        },
        {
          key: 'state',
          label: t('notifications.state'),
          cell: ({ state, failure }) => (
            <>
              {t(`notifications.state.${state}`)}
              {failure !== null && (
                <span className={look({ flow: 'block', tone: 'quiet', breaks: true })}>
                  {failure}
                </span>
              )}
            </>
          ),
        },
      ],
      filters: { names: ['notification_type', 'state'], Controls: StateFilter },
    }),
    [t, dates],
  );
}

const LISTS = ['notifications', 'deliveries'] as const;

/** Report e-mails: recipients and deliveries (requirements L-12, L-P06, R-044 to R-051). */
export function NotificationsScreen() {
  const { t } = useTranslation();
  const current = useListTab(LISTS);
  const emails = useEmails();
  const deliveries = useDeliveries();
  const tabs = (
    <ListTabs
      label={t('notifications.title')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`${key}.title`) }))}
    />
  );
  return current === 'deliveries' ? (
    <ResourceScreen key="deliveries" resource={deliveries} tabs={tabs} />
  ) : (
    <ResourceScreen key="notifications" resource={emails} tabs={tabs} />
  );
}
