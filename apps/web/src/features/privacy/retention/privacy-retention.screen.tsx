import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  formatDateTime,
  formatNumber,
  RETENTION_KIND_NAMES,
  RETENTION_KINDS,
  type RetentionKind,
} from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { CustomerWide } from '../../../ui/customer-wide/customer-wide.tsx';
import { localeOf, useDisplay } from '../../../ui/display.ts';
import { Field } from '../../../ui/field/field.tsx';
import { type Faults, faultsOf } from '../../../ui/field/form-dialog.tsx';
import { showFirstFault } from '../../../ui/first-fault.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { toast } from '../../../ui/toast.ts';
import '../../../ui/administration.css';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import styles from './retention.module.css';

type Settings = AnswerOf<typeof contract.retention.read>;
type Preview = AnswerOf<typeof contract.retention.preview>['results'];
/** As typed; empty to keep the data permanently. */
type Draft = Readonly<Record<RetentionKind, string>>;

const KEY = ['retention'];
/** Periods that cannot be changed: set by law, or never deleted. */
const FIXED = ['compliance', 'audit', 'sessions'] as const;

const draftOf = ({ days }: Settings): Draft => {
  const text = (kind: RetentionKind) => days[kind]?.toString() ?? '';
  return {
    positions: text('positions'),
    journeys: text('journeys'),
    video: text('video'),
    accidents: text('accidents'),
    tachograph: text('tachograph'),
    driver_documents: text('driver_documents'),
    onboardings: text('onboardings'),
    driver_messages: text('driver_messages'),
    driver_handovers: text('driver_handovers'),
  };
};

function bodyOf(draft: Draft): Settings['days'] {
  const days = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    positions: days(draft.positions),
    journeys: days(draft.journeys),
    video: days(draft.video),
    accidents: days(draft.accidents),
    tachograph: days(draft.tachograph),
    driver_documents: days(draft.driver_documents),
    onboardings: days(draft.onboardings),
    driver_messages: days(draft.driver_messages),
    driver_handovers: days(draft.driver_handovers),
  };
}

function KindField({
  kind,
  value,
  fault,
  onChange,
}: {
  readonly kind: RetentionKind;
  readonly value: string;
  readonly fault: readonly string[] | undefined;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const { usualDays, shortestDays, longestDays } = RETENTION_KINDS[kind];
  const bounds = t('retention.bounds', { from: shortestDays, to: longestDays });
  const hint = `${t(`retention.${kind}Text`)} ${bounds} ${usualDays === null ? t('retention.emptyForGood') : ''}`;
  return (
    <Field label={t(`retention.${kind}`)} hint={hint} fault={fault}>
      {(props) => (
        <input
          {...props}
          type="number"
          inputMode="numeric"
          min={shortestDays}
          max={longestDays}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

function WhatGoes({ preview }: { readonly preview: Preview }) {
  const { t, i18n } = useTranslation();
  const { dates } = useDisplay();
  const total = preview.reduce((sum, { count }) => sum + count, 0);
  return (
    <section
      className={cx(
        look({ padding: 4, ground: 'warn', radius: 'medium' }),
        styles.retentionPreview,
      )}
      aria-live="polite"
    >
      <h2>{t('retention.previewTitle')}</h2>
      {total === 0 && <p>{t('retention.previewNothing')}</p>}
      <ul>
        {preview
          .filter(({ count }) => count > 0)
          .map(({ kind, count, count_is_limit, before }) => (
            <li key={kind}>
              {t('retention.previewRow', {
                kind: t(`retention.${kind}`),
                count,
                number: `${formatNumber(count, localeOf(i18n.language))}${count_is_limit ? '+' : ''}`,
                before: before === null ? '' : formatDateTime(Date.parse(before), dates),
              })}
            </li>
          ))}
      </ul>
    </section>
  );
}

function Form({
  settings,
  customer,
}: {
  readonly settings: Settings;
  readonly customer: number | null;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [faults, setFaults] = useState<Faults>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const body = () => ({ ...bodyOf(draft), ...(customer === null ? {} : { customer }) });
  const work = async (what: () => Promise<void>) => {
    setIsBusy(true);
    setFaults({});
    try {
      await what();
    } catch (error) {
      setFaults(faultsOf(error) ?? {});
      showFirstFault();
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  };
  const look = () =>
    work(async () => setPreview((await api.retention.preview({ body: body() })).results));
  const save = () =>
    work(async () => {
      client.setQueryData([...KEY, customer], await api.retention.change({ body: body() }));
      toast.success(t('toast.updated'), { subject: t('retention.title') });
    });
  return (
    <form
      className={cx(
        stack({ gap: 4, padding: 6, ground: 'surface', border: 'line', radius: 'large' }),
        'panel',
        styles.retention,
      )}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <CustomerWide>
        {RETENTION_KIND_NAMES.map((kind) => (
          <KindField
            key={kind}
            kind={kind}
            value={draft[kind]}
            fault={faults[kind]}
            onChange={(value) => {
              setDraft({ ...draft, [kind]: value });
              setPreview(null);
            }}
          />
        ))}
        <p className="form-hint">
          {t('retention.positionsLimit', { count: settings.positions_limit })}
        </p>
        {preview !== null && <WhatGoes preview={preview} />}
        <div className={row({ wrap: true, justify: 'end', gap: 2 })}>
          <Button disabled={isBusy} onClick={() => void look()}>
            {t('retention.preview')}
          </Button>
          <Button type="submit" kind="primary" disabled={isBusy}>
            {t('action.save')}
          </Button>
        </div>
      </CustomerWide>
    </form>
  );
}

/** Screen /administration/retention: retention periods by kind of data (docs/privacy.md). */
export function RetentionScreen() {
  const { t } = useTranslation();
  const { user } = useSession().current;
  const seesAll = user.is_global_admin;
  const [customer, setCustomer] = useState(seesAll ? (user.customers[0]?.id ?? null) : null);
  const customers = useQuery({
    queryKey: ['customer', 'names'],
    queryFn: ({ signal }) => api.customers.names({ signal }),
    enabled: seesAll,
  });
  const settings = useQuery({
    queryKey: [...KEY, customer],
    queryFn: ({ signal }) =>
      api.retention.read({ query: customer === null ? {} : { customer }, signal, quiet: true }),
    enabled: !seesAll || customer !== null,
  });
  return (
    <div className="page narrow">
      <PageTitle title={t('retention.title')} />
      <p>{t('retention.text')}</p>
      {seesAll && (
        <Field label={t('organisation.customer')} fault={undefined}>
          {(props) => (
            <Select
              {...props}
              value={customer ?? ''}
              onChange={({ currentTarget }) => setCustomer(Number(currentTarget.value) || null)}
            >
              <option value="">{t('organisation.chooseCustomer')}</option>
              {(customers.data ?? []).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {settings.isError && (
        <div className="empty" role="alert">
          <p>{settings.error.message}</p>
          <Button onClick={() => void settings.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {settings.data !== undefined && (
        <Form key={settings.data.customer.id} settings={settings.data} customer={customer} />
      )}
      <section
        className={cx(
          'panel',
          stack({ gap: 4, padding: 6, ground: 'surface', border: 'line', radius: 'large' }),
          styles.retentionFixed,
        )}
      >
        <h2>{t('retention.fixed')}</h2>
        <dl>
          {FIXED.map((kind) => (
            <div key={kind}>
              <dt>{t(`retention.${kind}`)}</dt>
              <dd>{t(`retention.${kind}Text`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
