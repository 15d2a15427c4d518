import { AUDIT_ACTIONS, AUDIT_KINDS, formatDateTime } from '@roadworthy/domain';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { DateFilter } from '../../ui/date-field/date-field.tsx';
import { useDisplay } from '../../ui/display.ts';
import { type Entry, EntryChanges } from '../../ui/history/entry-changes.tsx';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import '../../ui/history/history.css';
import { cx, row, stack } from '../../ui/look/look.ts';
import { BAR } from '../../ui/look/looks.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import styles from './audit.module.css';

type Controls = NonNullable<Resource<Entry, never>['filters']>['Controls'];

const FILTERS = ['kind', 'subject', 'action', 'start', 'end'] as const;

/** A filter with some values, or any. */
function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string | undefined) => void;
}) {
  return (
    <Select
      className={styles.auditFilter}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    >
      <option value="">{label}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  );
}

/** A filter by id or reference number of a record. Enter or leaving the field applies it. */
function SubjectField({ values, change }: Parameters<Controls>[0]) {
  const { t } = useTranslation();
  const subject = values.subject ?? '';
  const ask = (field: HTMLInputElement) => {
    const wanted = field.value.trim();
    if (wanted !== subject) change({ subject: wanted || undefined });
  };
  return (
    <input
      // Show a filter that was reset or comes from the URL.
      key={subject}
      type="search"
      className={styles.auditFilter}
      aria-label={t('audit.subjectFilter')}
      placeholder={t('audit.subjectFilter')}
      maxLength={64}
      defaultValue={subject}
      onBlur={({ currentTarget }) => ask(currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        ask(event.currentTarget);
      }}
    />
  );
}

const Filters: Controls = (bound) => {
  const { t } = useTranslation();
  const { values, change } = bound;
  return (
    <>
      <Choice
        label={t('audit.anyKind')}
        value={values.kind ?? ''}
        options={AUDIT_KINDS.map((kind) => [kind, t(`audit.kind.${kind}`)] as const)}
        onChange={(kind) => change({ kind })}
      />
      <SubjectField {...bound} />
      <Choice
        label={t('audit.anyAction')}
        value={values.action ?? ''}
        options={AUDIT_ACTIONS.map((action) => [action, t(`audit.action.${action}`)] as const)}
        onChange={(action) => change({ action })}
      />
      {(['start', 'end'] as const).map((end) => (
        <DateFilter
          key={end}
          label={t(`audit.${end}`)}
          value={values[end] ?? ''}
          onChange={(day) => change({ [end]: day || undefined })}
        />
      ))}
    </>
  );
};

/** Verifies the hash chains of the log and shows the result. */
function ChainCheck() {
  const { t } = useTranslation();
  const check = useMutation({
    mutationFn: () => api.audit.check(),
    onError: (error) => toast.error(error.message),
  });
  const broken = check.data?.chains.find(({ broken_at }) => broken_at !== null);
  const total = check.data?.chains.reduce((sum, { entries }) => sum + entries, 0) ?? 0;
  return (
    <div className={cx(row({ ...BAR, paddingY: 3 }), styles.auditCheck)}>
      <Button disabled={check.isPending} onClick={() => check.mutate()}>
        {t('audit.check')}
      </Button>
      <p role="status" className={broken === undefined ? 'history-quiet' : styles.auditBroken}>
        {check.isPending && t('audit.checking')}
        {check.data !== undefined &&
          (broken === undefined
            ? t('audit.whole', { count: total })
            : t('audit.broken', { position: String(broken.broken_at) }))}
      </p>
      <p className="history-quiet">
        {t('audit.video')} <Link to="/video/historic">{t('audit.videoLink')}</Link>
      </p>
    </div>
  );
}

/** The audit log of changes and of views of locations, for administrators. */
export function AuditScreen() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const resource = useMemo((): Resource<Entry, never> => {
    const zone = { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
    const recordOf = ({ subject: { kind, name, id } }: Entry) =>
      name || (id === '' ? t('audit.all') : `${t(`audit.kind.${kind}`)} ${id}`);
    const when = (entry: Entry) => formatDateTime(Date.parse(entry.at), dates);
    return {
      kind: 'audit',
      texts: 'audit',
      list: (query, signal) => api.audit.list({ query: { ...query, ...zone } as never, signal }),
      read: (id, signal) => api.audit.read({ params: { id }, signal }),
      nameOf: (entry) => t(`audit.action.${entry.action}`),
      columns: [
        { key: 'at', label: t('audit.at'), isOrdered: true, cell: when },
        { key: 'actor', label: t('audit.actor'), cell: ({ actor }) => actor.name ?? '' },
        {
          key: 'action',
          label: t('audit.action'),
          cell: ({ action }) => t(`audit.action.${action}`),
        },
        {
          key: 'kind',
          label: t('audit.kind'),
          cell: ({ subject }) => t(`audit.kind.${subject.kind}`),
        },
        {
          key: 'subject',
          label: t('audit.subject'),
          cell: recordOf,
        },
      ],
      Details: ({ one }) => (
        <dl className={cx(stack({ gap: 1, margin: 0 }), styles.auditFacts)}>
          <dt>{t('audit.at')}</dt>
          <dd>{when(one)}</dd>
          <dt>{t('audit.actor')}</dt>
          <dd>{one.actor.name ?? ''}</dd>
          <dt>{t(`audit.kind.${one.subject.kind}`)}</dt>
          <dd>{recordOf(one)}</dd>
          <dt>{t('audit.changes')}</dt>
          <dd>
            <EntryChanges entry={one} />
          </dd>
        </dl>
      ),
      filters: { names: FILTERS, Controls: Filters },
      exportAddress: ({ ordering: _ordering, archived: _archived, ...query }) =>
        addressOf(pathOf('audit', 'exportFile'), { query: { ...query, ...zone } }),
      hasHistory: false,
    };
  }, [t, dates]);
  return <ResourceScreen resource={resource} above={<ChainCheck />} />;
}
