import { formatDuration, formatSpeed } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { Pager } from '../../ui/data-table/pager.tsx';
import { usePage } from '../../ui/data-table/use-page.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { type Display, useDisplay } from '../../ui/display.ts';
import { row } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { Severity } from './alerts-severity.tsx';
import { hoursText, newRule } from './rule-fields.ts';
import { RuleForm } from './rule-form.tsx';
import { ALERTS, type Rule, type RuleBody, useEventTypes, useRules } from './use-alerts.ts';

const WRITE = { kind: 'module', anyOf: ['Events'], write: true } as const;
type Translate = ReturnType<typeof useTranslation>['t'];

function columnsOf(
  t: Translate,
  names: ReadonlyMap<number, string>,
  { unit, locale }: Display,
): Column<Rule>[] {
  const conditions = ({ min_speed_kmh: speed, min_duration_s: duration, geofences }: Rule) =>
    [
      speed === null ? null : t('alerts.atLeast', { value: formatSpeed(speed, unit, locale) }),
      duration === null ? null : t('alerts.atLeast', { value: formatDuration(duration, locale) }),
      geofences.length === 0 ? null : t('alerts.somePlaces', { count: geofences.length }),
    ]
      .filter((one) => one !== null)
      .join(', ') || '–';
  const events = ({ event_codes: codes }: Rule) =>
    codes.length > 3
      ? t('alerts.manyEvents', { count: codes.length })
      : codes
          .map((code) => t(`event.${code}`, { defaultValue: names.get(code) ?? String(code) }))
          .join(', ');
  const subjects = ({ vehicles, depots }: Rule) =>
    vehicles.length + depots.length === 0
      ? t('alerts.allVehicles')
      : t('alerts.someVehicles', { vehicles: vehicles.length, depots: depots.length });
  const ways = (rule: Rule) =>
    [
      rule.notify_in_app ? t('alerts.inApp') : null,
      rule.emails.length > 0 ? t('alerts.byEmail', { count: rule.emails.length }) : null,
      rule.sms_numbers.length > 0 ? t('alerts.bySms', { count: rule.sms_numbers.length }) : null,
      rule.webhook_url === null ? null : t('alerts.byWebhook'),
    ]
      .filter((way) => way !== null)
      .join(', ');
  return [
    { key: 'name', label: t('alerts.name'), cell: ({ name }) => name },
    { key: 'events', label: t('alerts.events'), cell: events },
    { key: 'subjects', label: t('alerts.vehicles'), cell: subjects },
    { key: 'conditions', label: t('alerts.conditions'), cell: conditions },
    { key: 'hours', label: t('alerts.hours'), cell: (rule) => hoursText(rule, t) },
    {
      key: 'severity',
      label: t('alerts.severity'),
      cell: ({ severity }) => <Severity severity={severity} />,
    },
    { key: 'ways', label: t('alerts.ways'), cell: ways },
    {
      key: 'active',
      label: t('alerts.state'),
      cell: ({ is_active }) => t(is_active ? 'alerts.active' : 'alerts.paused'),
    },
  ];
}

/** The alert rules. */
export function RuleList() {
  const { t } = useTranslation();
  const { current } = useSession();
  const display = useDisplay();
  const mayWrite = may(current, WRITE);
  const queries = useQueryClient();
  const { page, pageSize, pager } = usePage();
  const [edited, setEdited] = useState<Rule | 'new' | null>(null);
  const [removed, setRemoved] = useState<Rule | null>(null);
  const query = useRules({ page, pageSize });
  const types = useEventTypes();
  const names = new Map(types.data?.map(({ eventCode, name }) => [eventCode, name]));
  const reload = () => queries.invalidateQueries({ queryKey: [ALERTS, 'rules'] });

  const save = async (body: RuleBody) => {
    if (edited === 'new') await api.alerts.createRule({ body });
    else if (edited !== null) await api.alerts.changeRule({ params: { id: edited.id }, body });
    toast.success(t('toast.success'));
    setEdited(null);
    await reload();
  };
  const remove = async (rule: Rule) => {
    try {
      await api.alerts.removeRule({ params: { id: rule.id } });
      toast.success(t('toast.success'));
      await reload();
    } catch (error) {
      toast.error((error as Error).message);
    }
  };

  return (
    <>
      {mayWrite && (
        <div className={row({ wrap: true, gap: 4, align: 'center', justify: 'end' })}>
          <Button kind="primary" onClick={() => setEdited('new')}>
            {t('alerts.newRule')}
          </Button>
        </div>
      )}
      <DataTable
        label={t('alerts.tab.rules')}
        columns={columnsOf(t, names, display)}
        rows={query.data?.results ?? []}
        keyOf={({ id }) => id}
        state={query}
        empty={{ title: t('alerts.noRules'), text: t('alerts.noRulesHint') }}
        {...(mayWrite
          ? {
              actions: (rule: Rule) => (
                <>
                  <Button onClick={() => setEdited(rule)}>{t('alerts.edit')}</Button>
                  <Button onClick={() => setRemoved(rule)}>{t('alerts.remove')}</Button>
                </>
              ),
            }
          : {})}
      />
      <Pager {...pager} count={query.data?.count ?? 0} />
      {edited !== null && (
        <RuleForm
          rule={edited === 'new' ? newRule(current) : edited}
          secret={edited === 'new' ? null : edited.webhook_secret}
          title={t(edited === 'new' ? 'alerts.newRule' : 'alerts.editRule')}
          types={types.data ?? []}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      )}
      {removed !== null && (
        <ConfirmDialog
          title={t('alerts.removeTitle', { name: removed.name })}
          message={t('alerts.removeText')}
          onAnswer={(isConfirmed) => {
            if (isConfirmed) void remove(removed);
            setRemoved(null);
          }}
        />
      )}
    </>
  );
}
