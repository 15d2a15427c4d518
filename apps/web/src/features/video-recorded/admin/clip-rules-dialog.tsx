import { CLIP_AROUND_S, EVENT_TYPES, LAST_UNSELECTED_EVENT_CODE } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { actsCustomerWide } from '../../../session/rights.ts';
import { CustomerWide } from '../../../ui/customer-wide/customer-wide.tsx';
import { EventIcon } from '../../../ui/event-icon.tsx';
import { useEventName } from '../../../ui/event-name.ts';
import { FormDialog } from '../../../ui/field/form-dialog.tsx';
import { cx, look, row } from '../../../ui/look/look.ts';
import { toast } from '../../../ui/toast.ts';
import styles from './admin.module.css';

type Rule = Awaited<ReturnType<typeof api.videoRecorded.clipRules>>['results'][number];

const MOST_S = 60;
const CODES = EVENT_TYPES.map(({ eventCode }) => eventCode as number).filter(
  (code) => code > LAST_UNSELECTED_EVENT_CODE,
);

/** A rule for every event that can request a clip: stored ones, and the others switched off. */
export function allRules(rules: readonly Rule[]): Rule[] {
  return CODES.map(
    (code) =>
      rules.find(({ event_code }) => event_code === code) ?? {
        event_code: code,
        is_active: false,
        before_s: CLIP_AROUND_S,
        after_s: CLIP_AROUND_S,
        cameras: [],
      },
  ).sort((a, b) => Number(b.is_active) - Number(a.is_active));
}

function RuleRow({
  rule,
  onChange,
}: {
  readonly rule: Rule;
  readonly onChange: (change: Partial<Rule>) => void;
}) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  const type = EVENT_TYPES.find(({ eventCode }) => eventCode === rule.event_code);
  const name = nameOf({ eventCode: rule.event_code, name: type?.name ?? String(rule.event_code) });
  const seconds = (key: 'before_s' | 'after_s', label: string) => (
    <input
      type="number"
      min={0}
      max={MOST_S}
      aria-label={`${name}: ${label}`}
      disabled={!rule.is_active}
      value={rule[key]}
      onChange={({ currentTarget }) =>
        onChange({
          [key]: Math.max(0, Math.min(MOST_S, Math.round(Number(currentTarget.value)))),
        })
      }
    />
  );
  return (
    <tr>
      <td>
        <label className={row({ align: 'center', gap: 2 })}>
          <input
            type="checkbox"
            checked={rule.is_active}
            onChange={({ currentTarget }) => onChange({ is_active: currentTarget.checked })}
          />
          <EventIcon eventCode={rule.event_code} />
          {name}
        </label>
      </td>
      <td>{seconds('before_s', t('historic.rules.before'))}</td>
      <td>{seconds('after_s', t('historic.rules.after'))}</td>
    </tr>
  );
}

/** The events that request a clip automatically, with seconds before and after. */
export default function ClipRulesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isReadOnly = !actsCustomerWide(useSession().current);
  const { data, error } = useQuery({
    queryKey: ['clip-rules'],
    queryFn: ({ signal }) => api.videoRecorded.clipRules({ signal, quiet: true }),
  });
  const [rules, setRules] = useState<readonly Rule[]>([]);
  useEffect(() => {
    if (data !== undefined) setRules(allRules(data.results));
  }, [data]);
  const change = (code: number, part: Partial<Rule>) =>
    setRules((before) =>
      before.map((rule) => (rule.event_code === code ? { ...rule, ...part } : rule)),
    );
  const save = async () => {
    // A switched-off rule is kept if it existed, so that its seconds are not lost.
    const known = new Set(data?.results.map(({ event_code }) => event_code));
    const said = rules.filter(({ is_active, event_code }) => is_active || known.has(event_code));
    await api.videoRecorded.changeClipRules({ body: { rules: said } });
    toast.success(t('toast.success'), { subject: t('historic.admin.rules') });
    await queries.invalidateQueries({ queryKey: ['clip-rules'] });
    onClose();
  };
  return (
    <FormDialog
      title={t('historic.admin.rules')}
      isReadOnly={isReadOnly}
      onSave={save}
      onFaults={() => toast.error(t('historic.rules.failed'))}
      onClose={onClose}
    >
      <p className="field-hint">{t('historic.rules.hint')}</p>
      {error !== null && (
        <p className="field-fault" role="alert">
          {error.message}
        </p>
      )}
      <CustomerWide>
        <section
          className={cx(look({ overflow: 'auto' }), styles.ruleScroll)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls by keyboard too
          tabIndex={0}
          aria-label={t('historic.admin.rules')}
        >
          <table className={cx(look({ width: 'full' }), styles.ruleTable)}>
            <thead>
              <tr>
                <th scope="col">{t('historic.events')}</th>
                <th scope="col">{t('historic.rules.before')}</th>
                <th scope="col">{t('historic.rules.after')}</th>
              </tr>
            </thead>
            <tbody>
              {rules.map((rule) => (
                <RuleRow
                  key={rule.event_code}
                  rule={rule}
                  onChange={(part) => change(rule.event_code, part)}
                />
              ))}
            </tbody>
          </table>
        </section>
      </CustomerWide>
    </FormDialog>
  );
}
