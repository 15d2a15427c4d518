import { KM_PER_MILE } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { TimeInput } from '../../ui/date-field/time-input.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { useVehicleGroups } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { MultiSelect } from '../../ui/multi-select/multi-select.tsx';
import styles from './alerts.module.css';
import { minuteOf, timeOf } from './rule-fields.ts';
import type { RuleBody } from './use-alerts.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const MOST_GEOFENCES = 400;

export interface ConditionProps {
  readonly body: RuleBody;
  readonly faults: Faults;
  readonly onChange: (part: Partial<RuleBody>) => void;
}

/** The geofences of the customer by name; empty for a person who may not see them. */
export function useRuleGeofences() {
  const { current } = useSession();
  return useQuery({
    queryKey: ['geofences', 'names'],
    enabled: may(current, { kind: 'module', anyOf: ['Geofence'] }),
    queryFn: async ({ signal }) => {
      const query = { pageSize: MOST_GEOFENCES, ordering: 'name' as const };
      const { results } = await api.geofences.list({ query, signal, quiet: true });
      return results.map(({ id, name }) => ({ value: id, label: name }));
    },
  });
}

/** Depots, vehicles and geofences to which a rule applies; none selected means all. */
export function Subjects({ body, faults, onChange }: ConditionProps) {
  const { t } = useTranslation();
  const groups = useVehicleGroups();
  const geofences = useRuleGeofences();
  const vehicles = new Map(
    groups.data?.flatMap((group) => group.vehicles.map((one) => [one.id, one.registration])),
  );
  const isForAll = body.depots.length + body.vehicles.length === 0;
  return (
    <>
      <div className={cx(stack({ rowGap: 2, columnGap: 4 }), styles.ruleColumns)}>
        <MultiSelect
          label={t('alerts.vehicles')}
          options={[...vehicles].map(([value, label]) => ({ value, label }))}
          chosen={new Set(body.vehicles)}
          none={t(isForAll ? 'alerts.allVehicles' : 'alerts.onlyDepots')}
          fault={faults.vehicles?.join(' ') ?? null}
          onChange={(chosen) => onChange({ vehicles: chosen })}
        />
        <MultiSelect
          label={t('alerts.depots')}
          options={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          chosen={new Set(body.depots)}
          none={t(isForAll ? 'alerts.allDepots' : 'alerts.onlyVehicles')}
          fault={faults.depots?.join(' ') ?? null}
          onChange={(depots) => onChange({ depots })}
        />
        {geofences.data !== undefined && (
          <MultiSelect
            label={t('alerts.places')}
            options={geofences.data}
            chosen={new Set(body.geofences)}
            none={t('alerts.everywhere')}
            fault={faults.geofences?.join(' ') ?? null}
            onChange={(chosen) => onChange({ geofences: chosen })}
          />
        )}
      </div>
      <p className={look({ margin: 0, tone: 'quiet' })}>{t('alerts.subjectsHint')}</p>
    </>
  );
}

/** A number, or null for an empty field. */
function NumberField({
  label,
  hint,
  fault,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly fault: readonly string[] | undefined;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(props) => (
        <input
          {...props}
          type="number"
          inputMode="numeric"
          min={1}
          value={value ?? ''}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? null : currentTarget.valueAsNumber)
          }
        />
      )}
    </Field>
  );
}

/** The least speed and duration of an event. */
export function Thresholds({ body, faults, onChange }: ConditionProps) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const kmhPerUnit = unit === 'KMS' ? 1 : KM_PER_MILE;
  const { min_speed_kmh: speed, min_duration_s: duration } = body;
  return (
    <div className={cx(stack({ rowGap: 2, columnGap: 4 }), styles.ruleColumns)}>
      <NumberField
        label={t(unit === 'KMS' ? 'alerts.minSpeedKmh' : 'alerts.minSpeedMph')}
        hint={t('alerts.minSpeedHint')}
        fault={faults.min_speed_kmh}
        value={speed === null ? null : Math.round(speed / kmhPerUnit)}
        onChange={(value) =>
          onChange({ min_speed_kmh: value === null ? null : value * kmhPerUnit })
        }
      />
      <NumberField
        label={t('alerts.minDuration')}
        hint={t('alerts.minDurationHint')}
        fault={faults.min_duration_s}
        value={duration === null ? null : Math.round(duration / 60)}
        onChange={(value) =>
          onChange({ min_duration_s: value === null ? null : Math.round(value * 60) })
        }
      />
    </div>
  );
}

/** Days and hours in which a rule applies. */
export function Hours({ body, faults, onChange }: ConditionProps) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const time = (
    key: 'from_minute' | 'until_minute',
    label: string,
    minute: (value: string) => number,
  ) => (
    <Field label={label} fault={faults[key]}>
      {(props) => (
        <TimeInput
          // A template sets another time.
          key={body.template}
          {...props}
          value={timeOf(body[key])}
          timeFormat={dates.timeFormat}
          t={t}
          onChange={(value) => {
            if (value !== '') onChange({ [key]: minute(value) });
          }}
        />
      )}
    </Field>
  );
  return (
    <>
      <fieldset
        className={cx(
          row({ wrap: true, rowGap: 2, columnGap: 4, margin: 0, padding: 0, border: 'none' }),
          styles.ruleDays,
        )}
      >
        <legend>{t('alerts.days')}</legend>
        {WEEKDAYS.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={body.weekdays.includes(day)}
              onChange={() =>
                onChange({
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
      <div className={cx(stack({ rowGap: 2, columnGap: 4 }), styles.ruleColumns)}>
        {time('from_minute', t('alerts.from'), minuteOf)}
        {time('until_minute', t('alerts.until'), (value) => minuteOf(value) || 1440)}
      </div>
      <p className={look({ margin: 0, tone: 'quiet' })}>
        {t('alerts.hoursHint', { zone: body.time_zone })}
      </p>
    </>
  );
}
