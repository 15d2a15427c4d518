import { formatBytes } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { actsCustomerWide } from '../../../session/rights.ts';
import { CustomerWide } from '../../../ui/customer-wide/customer-wide.tsx';
import { useLocale } from '../../../ui/display.ts';
import { Field } from '../../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../../ui/field/form-dialog.tsx';
import { cx, stack } from '../../../ui/look/look.ts';
import { toast } from '../../../ui/toast.ts';
import styles from './admin.module.css';

const GIGABYTE = 1_000_000_000;
const MINUTE_S = 60;

/** Retention of clips, storage quota and use, and the time limit of live video. */
export default function StorageDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const queries = useQueryClient();
  const isReadOnly = !actsCustomerWide(useSession().current);
  const { data, error } = useQuery({
    queryKey: ['video-storage'],
    queryFn: ({ signal }) => api.videoRecorded.storage({ signal, quiet: true }),
  });
  const [fields, setFields] = useState({ days: '', gigabytes: '', minutes: '' });
  const [faults, setFaults] = useState<Faults>({});
  useEffect(() => {
    if (data === undefined) return;
    setFields({
      days: String(data.retention_days),
      gigabytes: String(data.quota_bytes / GIGABYTE),
      minutes: String(data.live_limit_s / MINUTE_S),
    });
  }, [data]);
  const save = async () => {
    await api.videoRecorded.changeStorage({
      body: {
        retention_days: Math.round(Number(fields.days)),
        quota_bytes: Math.round(Number(fields.gigabytes) * GIGABYTE),
        live_limit_s: Math.round(Number(fields.minutes) * MINUTE_S),
      },
    });
    toast.success(t('toast.success'), { subject: t('historic.admin.storage') });
    await queries.invalidateQueries({ queryKey: ['video-storage'] });
    onClose();
  };
  const field = (key: keyof typeof fields, label: string, fault: string) => (
    <Field label={label} fault={faults[fault]}>
      {(props) => (
        <input
          {...props}
          type="number"
          min={1}
          step="any"
          value={fields[key]}
          onChange={(event) => setFields({ ...fields, [key]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <FormDialog
      title={t('historic.admin.storage')}
      isReadOnly={isReadOnly}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      {error !== null && (
        <p className="field-fault" role="alert">
          {error.message}
        </p>
      )}
      {data !== undefined && (
        <div
          className={cx(
            stack({ gap: 1, marginBottom: 4 }),
            styles.storageUsed,
            styles[`is-${data.state}`],
          )}
        >
          <span>
            {t('historic.storage.used', {
              used: formatBytes(data.used_bytes, locale),
              quota: formatBytes(data.quota_bytes, locale),
              clips: t('historic.count', { count: data.clips }),
            })}
          </span>
          <progress
            max={data.quota_bytes}
            value={data.used_bytes}
            aria-label={t('historic.storage.bar')}
          />
          <span>{t('historic.storage.kept', { kept: formatBytes(data.kept_bytes, locale) })}</span>
          {data.state !== 'ok' && (
            <strong role="alert">{t(`historic.storage.${data.state}`)}</strong>
          )}
        </div>
      )}
      <CustomerWide>
        <div className={cx(stack({ columns: 'two', rowGap: 1, columnGap: 4 }), styles.adminFields)}>
          {field('days', t('historic.storage.days'), 'retention_days')}
          {field('gigabytes', t('historic.storage.quota'), 'quota_bytes')}
          {field('minutes', t('historic.storage.live'), 'live_limit_s')}
        </div>
      </CustomerWide>
      <p className="field-hint">{t('historic.storage.hint')}</p>
    </FormDialog>
  );
}
