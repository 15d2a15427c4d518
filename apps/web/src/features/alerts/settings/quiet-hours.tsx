import type { NotificationKind } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { TimeInput } from '../../../ui/date-field/time-input.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { CheckBox } from '../../../ui/field/check-box.tsx';
import { Field } from '../../../ui/field/field.tsx';
import type { Faults } from '../../../ui/field/form-dialog.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { minuteOf, timeOf } from '../rule-fields.ts';
import styles from './personal.module.css';
import { type Draft, toggled } from './preferences.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface PartProps {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Days and hours without notifications, and the kinds that are sent all the same. */
export function QuietHours({
  draft,
  faults,
  kinds,
  onChange,
}: PartProps & { readonly kinds: readonly NotificationKind[] }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { quiet_hours: quiet, urgent } = draft;
  const change = (part: Partial<Draft['quiet_hours']>) =>
    onChange({ quiet_hours: { ...quiet, ...part } });
  const time = (key: 'from_minute' | 'until_minute', label: string) => (
    <Field label={label} fault={key === 'until_minute' ? faults.quiet_hours : undefined}>
      {(props) => (
        <TimeInput
          {...props}
          value={timeOf(quiet[key])}
          timeFormat={dates.timeFormat}
          t={t}
          onChange={(value) => {
            if (value !== '') change({ [key]: minuteOf(value) });
          }}
        />
      )}
    </Field>
  );
  return (
    <section className={styles.part} aria-labelledby="quiet-hours">
      <h3 id="quiet-hours">{t('notify.quiet')}</h3>
      <p>{t('notify.quietText')}</p>
      <fieldset className={styles.choices}>
        <legend>{t('notify.quietDays')}</legend>
        {WEEKDAYS.map((day) => (
          <CheckBox
            key={day}
            className={styles.choice ?? ''}
            label={t(`alerts.day.${day}`)}
            isOn={quiet.weekdays.includes(day)}
            onChange={() => change({ weekdays: toggled(quiet.weekdays, day) })}
          />
        ))}
      </fieldset>
      {quiet.weekdays.length > 0 && (
        <div className={styles.columns}>
          {time('from_minute', t('alerts.from'))}
          {time('until_minute', t('alerts.until'))}
        </div>
      )}
      <p>{t('notify.zone', { zone: draft.time_zone })}</p>
      <fieldset className={styles.choices}>
        <legend>{t('notify.urgent')}</legend>
        {kinds.map((kind) => (
          <CheckBox
            key={kind}
            className={styles.choice ?? ''}
            label={t(`notify.kind.${kind}`)}
            isOn={urgent.includes(kind)}
            onChange={() => onChange({ urgent: toggled(urgent, kind) })}
          />
        ))}
      </fieldset>
    </section>
  );
}

/** How e-mails are collected into one. */
export function Digest({ draft, faults, onChange }: PartProps) {
  const { t } = useTranslation();
  const { digest } = draft;
  const change = (part: Partial<Draft['digest']>) => onChange({ digest: { ...digest, ...part } });
  return (
    <section className={styles.part} aria-labelledby="digest">
      <h3 id="digest">{t('notify.digest')}</h3>
      <div className={styles.columns}>
        <Field label={t('notify.digestFrequency')} fault={faults.digest}>
          {(props) => (
            <Select
              {...props}
              value={digest.frequency}
              onChange={({ currentTarget }) =>
                change({ frequency: currentTarget.value as Draft['digest']['frequency'] })
              }
            >
              {(['none', 'daily', 'weekly'] as const).map((frequency) => (
                <option key={frequency} value={frequency}>
                  {t(`notify.digest.${frequency}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {digest.frequency !== 'none' && (
          <Field label={t('notify.digestHour')} fault={undefined}>
            {(props) => (
              <Select
                {...props}
                value={digest.hour}
                onChange={({ currentTarget }) => change({ hour: Number(currentTarget.value) })}
              >
                {HOURS.map((hour) => (
                  <option key={hour} value={hour}>
                    {timeOf(hour * 60)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
    </section>
  );
}
