import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { type Faults, faultsOf } from '../../../ui/field/form-dialog.tsx';
import { showFirstFault } from '../../../ui/first-fault.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { toast } from '../../../ui/toast.ts';
import '../../../ui/administration.css';
import { ChannelMatrix } from './channel-matrix.tsx';
import styles from './personal.module.css';
import {
  type Channel,
  type Draft,
  draftOf,
  PREFERENCES,
  type Preferences,
  useOwnKinds,
  usePreferences,
} from './preferences.ts';
import { PushPart } from './push-part.tsx';
import { Digest, QuietHours } from './quiet-hours.tsx';

/** Client-side errors; empty if valid. */
function wrongFields(draft: Draft, t: ReturnType<typeof useTranslation>['t']): Faults {
  const { weekdays, from_minute: from, until_minute: until } = draft.quiet_hours;
  return {
    ...(draft.sms.length > 0 && draft.phone === null ? { phone: [t('notify.fault.phone')] } : {}),
    ...(weekdays.length > 0 && from === until ? { quiet_hours: [t('notify.fault.quiet')] } : {}),
  };
}

function NotificationForm({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const kinds = useOwnKinds();
  const ownZone = useSession().current.user.prefs.time_zone;
  const [draft, setDraft] = useState(() => ({
    ...draftOf(preferences),
    time_zone: ownZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }));
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setIsBusy] = useState(false);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const { email_address: address, has_sms: hasSms } = preferences;
  const channels: readonly { channel: Channel; isReady: boolean }[] = [
    { channel: 'in_app', isReady: true },
    { channel: 'email', isReady: address !== null },
    { channel: 'push', isReady: true },
    ...(hasSms ? [{ channel: 'sms', isReady: true } as const] : []),
  ];

  const save = async (event: React.FormEvent) => {
    event.preventDefault();
    const found = wrongFields(draft, t);
    setFaults(found);
    if (Object.keys(found).length > 0) return showFirstFault();
    setIsBusy(true);
    try {
      const saved = await api.notificationPreferences.change({ body: draft });
      queries.setQueryData(PREFERENCES, saved);
      await queries.invalidateQueries({ queryKey: ['alerts'] });
      toast.success(t('notify.saved'));
    } catch (error) {
      const refused = faultsOf(error);
      if (refused === null) toast.error((error as Error).message);
      else setFaults(refused);
    }
    setIsBusy(false);
    showFirstFault();
  };
  const test = async (channel: 'email' | 'push' | 'sms') => {
    try {
      await api.notificationPreferences.test({ body: { channel } });
      toast.success(t('notify.tested'));
    } catch (error) {
      toast.error((error as Error).message);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <ChannelMatrix kinds={kinds} channels={channels} draft={draft} onChange={change} />
      <p className={styles.address}>
        {address === null ? t('notify.noEmail') : t('notify.emailTo', { address })}
        {address !== null && (
          <Button kind="link" onClick={() => void test('email')}>
            {t('notify.testEmail')}
          </Button>
        )}
      </p>
      {hasSms && (
        <Field label={t('notify.phone')} hint={t('notify.phoneHint')} fault={faults.phone}>
          {(props) => (
            <input
              {...props}
              type="tel"
              autoComplete="tel"
              placeholder="+447700900123"
              value={draft.phone ?? ''}
              onChange={({ currentTarget }) => {
                const typed = currentTarget.value.replace(/[\s()-]/g, '');
                change({ phone: typed === '' ? null : typed });
              }}
            />
          )}
        </Field>
      )}
      {hasSms && preferences.phone !== null && (
        <div className={styles.actions}>
          <Button onClick={() => void test('sms')}>{t('notify.testSms')}</Button>
        </div>
      )}
      <PushPart preferences={preferences} onTest={() => test('push')} />
      <QuietHours draft={draft} faults={faults} kinds={kinds} onChange={change} />
      <Digest draft={draft} faults={faults} onChange={change} />
      <div className="form-actions">
        <Button type="submit" kind="primary" disabled={isBusy}>
          {t('notify.save')}
        </Button>
      </div>
    </form>
  );
}

/** Screen /administration/user-preferences/notifications: how the signed-in person is notified. */
export function NotificationSettingsScreen() {
  const { t } = useTranslation();
  const query = usePreferences();
  return (
    <div className="page narrow">
      <PageTitle title={t('notify.settings')} />
      <p className={styles.links}>
        <Link to="/administration/user-preferences">{t('account.preferences')}</Link>
        <Link to="/notifications">{t('notify.all')}</Link>
      </p>
      <section className="panel" aria-label={t('notify.settings')}>
        <p className={styles.intro}>{t('notify.intro')}</p>
        {query.isError && (
          <div role="alert">
            <p>{query.error.message}</p>
            <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
          </div>
        )}
        {query.isPending && <p role="status">{t('notify.loading')}</p>}
        {query.data !== undefined && <NotificationForm preferences={query.data} />}
      </section>
    </div>
  );
}
