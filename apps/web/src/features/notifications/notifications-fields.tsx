import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { cx, look } from '../../ui/look/look.ts';
import { DepotsPicker } from '../../ui/pickers/depots-picker.tsx';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { CustomerField } from '../customers/customer-field.tsx';
import styles from './notifications.module.css';
import {
  FREQUENCIES,
  NOTIFICATION_TYPES,
  type NotificationDraft,
  type NotificationEmail,
  type NotificationType,
} from './notifications.ts';

/** The typed address, once it looks complete. */
const wholeAddress = (typed: string) => (/^\S+@\S+\.\S{2,}$/.test(typed) ? typed : '');

/** Preview of the e-mail, with an invented vehicle. */
function Preview({
  type,
  email,
}: {
  readonly type: NotificationType;
  /** The user with this address; empty if it is not a user's. */
  readonly email: string;
}) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['notification', 'preview', type, email],
    queryFn: ({ signal }) =>
      api.notifications.preview({ query: { notification_type: type, email }, signal }),
    // While the address is being typed.
    placeholderData: (before) => before,
  });
  return (
    <section
      className={cx(
        look({ paddingY: 3, paddingX: 4, ground: 'ground', border: 'line', radius: 'medium' }),
        styles.mailPreview,
      )}
      aria-label={t('notifications.preview')}
    >
      <h3>{t('notifications.preview')}</h3>
      {data !== undefined && (
        <>
          <strong>{data.subject}</strong>
          <p>{data.text}</p>
        </>
      )}
    </section>
  );
}

/** The fields of an address for e-mail notifications (requirements ). */
export function NotificationFields(form: FormProps<NotificationDraft, NotificationEmail>) {
  const { t } = useTranslation();
  const { draft, faults, change, one } = form;
  return (
    <>
      <CustomerField form={form} />
      {one === null ? (
        <>
          <TextField
            form={form}
            name="email"
            label={t('notifications.email')}
            type="email"
            isRequired
            maxLength={254}
          />
          <ChoiceField
            form={form}
            name="notification_type"
            label={t('notifications.type')}
            options={NOTIFICATION_TYPES.map((type) => ({
              value: type,
              label: t(`notifications.type.${type}`),
            }))}
          />
        </>
      ) : (
        <p className="field-hint">
          {t(`notifications.type.${one.notification_type}`)}
          {one.unsubscribed && ` · ${t('notifications.unsubscribed')}`}
        </p>
      )}
      <ChoiceField
        form={form}
        name="frequency"
        label={t('notifications.frequency')}
        options={FREQUENCIES.map((frequency) => ({
          value: frequency,
          label: t(`notifications.frequency.${frequency}`),
        }))}
      />
      <DepotsPicker
        label={t('notifications.depots')}
        selected={draft.depots}
        fault={faults.depots}
        onChange={(depots) => change({ depots })}
      />
      <p className="field-hint">{t('notifications.depotsHint')}</p>
      <Preview type={draft.notification_type} email={one?.email ?? wholeAddress(draft.email)} />
    </>
  );
}
