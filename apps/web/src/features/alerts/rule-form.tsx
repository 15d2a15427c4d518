import { ALERT_SEVERITIES, ALERT_TEMPLATES } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventName } from '../../ui/event-name.ts';
import { entriesOf } from '../../ui/field/entries.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { row, stack } from '../../ui/look/look.ts';
import { MultiSelect } from '../../ui/multi-select/multi-select.tsx';
import { Select } from '../../ui/select/select.tsx';
import { Channels } from './rule-channels.tsx';
import { Hours, Subjects, Thresholds } from './rule-conditions.tsx';
import { bodyOf, fromTemplate } from './rule-fields.ts';
import { RuleSummary } from './rule-summary.tsx';
import type { EventTypes, RuleBody } from './use-alerts.ts';

/** Client-side validation errors; empty if valid. */
function missing(body: RuleBody, t: ReturnType<typeof useTranslation>['t']): Faults {
  const faults: Record<string, string[]> = {};
  if (body.name.length < 2) faults.name = [t('alerts.fault.name')];
  if (body.event_codes.length === 0) faults.event_codes = [t('alerts.fault.events')];
  if (body.weekdays.length === 0) faults.weekdays = [t('alerts.fault.days')];
  const addresses = body.emails.length + body.sms_numbers.length;
  if (!body.notify_in_app && addresses === 0 && body.webhook_url === null) {
    faults.notify_in_app = [t('alerts.fault.ways')];
  }
  return faults;
}

/** Selects a template, which fills the conditions. */
function TemplateField({
  body,
  onChange,
}: {
  readonly body: RuleBody;
  readonly onChange: (part: Partial<RuleBody>) => void;
}) {
  const { t } = useTranslation();
  const choose = (key: string) => {
    const template = ALERT_TEMPLATES.find((one) => one.key === key);
    if (template === undefined) return onChange({ template: null });
    const names = ['', ...ALERT_TEMPLATES.map((one) => t(`alerts.template.${one.key}`))];
    const isOwnName = !names.includes(body.name);
    onChange({
      ...fromTemplate(template),
      ...(isOwnName ? {} : { name: t(`alerts.template.${template.key}`) }),
    });
  };
  return (
    <Field label={t('alerts.template')} fault={undefined}>
      {(props) => (
        <Select
          {...props}
          value={body.template ?? ''}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">{t('alerts.noTemplate')}</option>
          {ALERT_TEMPLATES.map(({ key }) => (
            <option key={key} value={key}>
              {t(`alerts.template.${key}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Telephone numbers of a text; they may contain spaces, so that only commas and semicolons separate them. */
const numbersOf = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((one) => one.replace(/[\s()-]/g, ''))
    .filter((one) => one !== '');

function SeverityField({
  body,
  faults,
  onChange,
}: {
  readonly body: RuleBody;
  readonly faults: Faults;
  readonly onChange: (part: Partial<RuleBody>) => void;
}) {
  const { t } = useTranslation();
  return (
    <Field label={t('alerts.severity')} fault={faults.severity}>
      {(props) => (
        <Select
          {...props}
          value={body.severity}
          onChange={(event) =>
            onChange({ severity: event.currentTarget.value as RuleBody['severity'] })
          }
        >
          {ALERT_SEVERITIES.map((severity) => (
            <option key={severity} value={severity}>
              {t(`alerts.severity.${severity}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
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
  readonly types: EventTypes;
  readonly onSave: (body: RuleBody) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  const [body, setBody] = useState(() => bodyOf(rule));
  const [typed, setTyped] = useState({
    emails: rule.emails.join(', '),
    numbers: rule.sms_numbers.join(', '),
  });
  const [faults, setFaults] = useState<Faults>({});
  const change = (part: Partial<RuleBody>) => setBody((before) => ({ ...before, ...part }));
  const part = { body, faults, onChange: change };

  const save = async () => {
    const whole = {
      ...body,
      name: body.name.trim(),
      emails: entriesOf(typed.emails),
      sms_numbers: numbersOf(typed.numbers),
    };
    const found = missing(whole, t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    await onSave(whole);
  };

  return (
    <FormDialog title={title} onSave={save} onFaults={setFaults} onClose={onClose}>
      <div className={stack({ gap: 2 })}>
        <TemplateField body={body} onChange={change} />
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
        <Thresholds {...part} />
        <Subjects {...part} />
        <Hours {...part} />
        <SeverityField {...part} />
        <RuleSummary body={body} types={types} />
        <Channels {...part} secret={secret} typed={typed} onTyped={setTyped} />
        <label className={row({ gap: 2, align: 'center' })}>
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
