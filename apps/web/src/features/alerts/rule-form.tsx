import { ALERT_SEVERITIES } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeInput } from '../../ui/date-field/time-input.tsx';
import { useDisplay } from '../../ui/display.ts';
import { useEventName } from '../../ui/event-name.ts';
import { entriesOf } from '../../ui/field/entries.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { useVehicleGroups } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { MultiSelect } from '../../ui/multi-select/multi-select.tsx';
import { toast } from '../../ui/toast.ts';
import { bodyOf, minuteOf, timeOf } from './rule-fields.ts';
import type { RuleBody, useEventTypes } from './use-alerts.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The webhook's secret, shown to be copied into the receiver. */
function Secret({ secret }: { readonly secret: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    toast.success(t('alerts.copied'));
  };
  return (
    <p className="rule-secret">
      {t('alerts.secret')} <code>{secret}</code>
      <button type="button" className="link-button" onClick={() => void copy()}>
        {t('alerts.copy')}
      </button>
    </p>
  );
}

/** Client-side validation errors; empty if valid. */
function missing(body: RuleBody, t: ReturnType<typeof useTranslation>['t']): Faults {
  const faults: Record<string, string[]> = {};
  if (body.name.length < 2) faults.name = [t('alerts.fault.name')];
  if (body.event_codes.length === 0) faults.event_codes = [t('alerts.fault.events')];
  if (body.weekdays.length === 0) faults.weekdays = [t('alerts.fault.days')];
  if (!body.notify_in_app && body.emails.length === 0 && body.webhook_url === null) {
    faults.notify_in_app = [t('alerts.fault.ways')];
  }
  return faults;
}

/** Creates or edits an alert rule. */
export function RuleForm({
  rule,
  secret,
  title,
  types,
  onSave,
  onClose,
}: {
  readonly rule: RuleBody;
  readonly secret: string | null;
  readonly title: string;
  readonly types: NonNullable<ReturnType<typeof useEventTypes>['data']>;
  readonly onSave: (body: RuleBody) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const nameOf = useEventName();
  const groups = useVehicleGroups();
  const [body, setBody] = useState(() => bodyOf(rule));
  const [emails, setEmails] = useState(rule.emails.join(', '));
  const [faults, setFaults] = useState<Faults>({});
  const change = (part: Partial<RuleBody>) => setBody((before) => ({ ...before, ...part }));

  const vehicles = new Map(
    groups.data?.flatMap((group) => group.vehicles.map((one) => [one.id, one.registration])),
  );
  const save = async () => {
    const whole = { ...body, name: body.name.trim(), emails: entriesOf(emails) };
    const found = missing(whole, t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    await onSave(whole);
  };

  return (
    <FormDialog title={title} onSave={save} onFaults={setFaults} onClose={onClose}>
      <div className="rule-form">
        <Field label={t('alerts.name')} fault={faults.name}>
          {(props) => (
            <input
              {...props}
              type="text"
              maxLength={90}
              value={body.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
          )}
        </Field>
        <MultiSelect
          label={t('alerts.events')}
          options={types.map(({ eventCode, name, group }) => ({
            value: eventCode,
            label: nameOf({ eventCode, name }),
            group: t(`alerts.group.${group}`),
          }))}
          chosen={new Set(body.event_codes)}
          fault={faults.event_codes?.join(' ') ?? null}
          onChange={(event_codes) => change({ event_codes })}
        />
        <div className="rule-columns">
          <MultiSelect
            label={t('alerts.depots')}
            options={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            chosen={new Set(body.depots)}
            fault={faults.depots?.join(' ') ?? null}
            onChange={(depots) => change({ depots })}
          />
          <MultiSelect
            label={t('alerts.vehicles')}
            options={[...vehicles].map(([value, label]) => ({ value, label }))}
            chosen={new Set(body.vehicles)}
            fault={faults.vehicles?.join(' ') ?? null}
            onChange={(chosen) => change({ vehicles: chosen })}
          />
        </div>
        <p className="rule-hint">{t('alerts.subjectsHint')}</p>
        <fieldset className="rule-days">
          <legend>{t('alerts.days')}</legend>
          {WEEKDAYS.map((day) => (
            <label key={day}>
              <input
                type="checkbox"
                checked={body.weekdays.includes(day)}
                onChange={() =>
                  change({
                    weekdays: body.weekdays.includes(day)
                      ? body.weekdays.filter((one) => one !== day)
                      : [...body.weekdays, day],
                  })
                }
              />
              {t(`alerts.day.${day}`)}
            </label>
          ))}
          <p className="field-fault" role="alert">
            {faults.weekdays?.join(' ')}
          </p>
        </fieldset>
        <div className="rule-columns">
          <Field label={t('alerts.from')} fault={faults.from_minute}>
            {(props) => (
              <TimeInput
                {...props}
                value={timeOf(body.from_minute)}
                timeFormat={dates.timeFormat}
                t={t}
                onChange={(time) => {
                  if (time !== '') change({ from_minute: minuteOf(time) });
                }}
              />
            )}
          </Field>
          <Field label={t('alerts.until')} fault={faults.until_minute}>
            {(props) => (
              <TimeInput
                {...props}
                value={timeOf(body.until_minute)}
                timeFormat={dates.timeFormat}
                t={t}
                onChange={(time) => {
                  if (time !== '') change({ until_minute: minuteOf(time) || 1440 });
                }}
              />
            )}
          </Field>
          <Field label={t('alerts.severity')} fault={faults.severity}>
            {(props) => (
              <select
                {...props}
                value={body.severity}
                onChange={(event) =>
                  change({ severity: event.currentTarget.value as RuleBody['severity'] })
                }
              >
                {ALERT_SEVERITIES.map((severity) => (
                  <option key={severity} value={severity}>
                    {t(`alerts.severity.${severity}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <p className="rule-hint">{t('alerts.hoursHint', { zone: body.time_zone })}</p>
        <label className="alerts-check">
          <input
            type="checkbox"
            checked={body.notify_in_app}
            onChange={(event) => change({ notify_in_app: event.currentTarget.checked })}
          />
          {t('alerts.tellInApp')}
        </label>
        <p className="field-fault" role="alert">
          {faults.notify_in_app?.join(' ')}
        </p>
        <Field label={t('alerts.emails')} fault={faults.emails}>
          {(props) => (
            <input
              {...props}
              type="text"
              inputMode="email"
              placeholder={t('alerts.emailsHint')}
              value={emails}
              onChange={(event) => setEmails(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t('alerts.webhook')} fault={faults.webhook_url}>
          {(props) => (
            <input
              {...props}
              type="url"
              placeholder="https://"
              value={body.webhook_url ?? ''}
              onChange={(event) =>
                change({
                  webhook_url: event.currentTarget.value === '' ? null : event.currentTarget.value,
                })
              }
            />
          )}
        </Field>
        {secret !== null && <Secret secret={secret} />}
        <label className="alerts-check">
          <input
            type="checkbox"
            checked={body.is_active}
            onChange={(event) => change({ is_active: event.currentTarget.checked })}
          />
          {t('alerts.activeLabel')}
        </label>
      </div>
    </FormDialog>
  );
}
