import { codeOfTypeName } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { Button } from '../../ui/button/button.tsx';
import { CloseIcon } from '../../ui/close-icon.tsx';
import { faultText } from '../../ui/field/required.ts';
import { knownText } from '../../ui/known-text.ts';
import { cx, row, stack } from '../../ui/look/look.ts';
import {
  ChoiceField,
  FieldGroup,
  SwitchField,
  TextField,
} from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import type {
  ActivityTypeDraft,
  Entry,
  ScheduleTypeDraft,
  VehicleType,
} from './catalogue-entry.ts';
import styles from './catalogue-lists.module.css';

const VEHICLE_TYPES: readonly VehicleType[] = ['CAR', 'VAN', 'STR', 'BIK'];

/** The vehicle types of an entry; none selected means all. */
function VehicleTypes({
  chosen,
  onChange,
}: {
  readonly chosen: readonly VehicleType[];
  readonly onChange: (chosen: readonly VehicleType[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <FieldGroup title={t('lists.vehicleTypes')}>
      <div className={cx(row({ wrap: true, rowGap: 0, columnGap: 6 }), styles.typeChoices)}>
        {VEHICLE_TYPES.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...chosen, type]
                    : chosen.filter((one) => one !== type),
                )
              }
            />
            <span>{t(`lists.type.${type}`)}</span>
          </label>
        ))}
      </div>
      <p className="field-hint">{t('lists.vehicleTypesHint')}</p>
    </FieldGroup>
  );
}

/** The fields of a schedule type; of a built-in one, only interval and window can be changed. */
export function ScheduleTypeFields(form: FormProps<ScheduleTypeDraft, Entry>) {
  const { t } = useTranslation();
  const { draft, change, one } = form;
  const isBuiltIn = one !== null && one.customer === null;
  return (
    <>
      {isBuiltIn && <p className="resource-note">{t('lists.builtInSchedule')}</p>}
      <fieldset
        className={cx(
          stack({ minWidth: 0, margin: 0, padding: 0, border: 'none' }),
          styles.bareFields,
        )}
        disabled={isBuiltIn}
      >
        <TextField form={form} name="name" label={t('lists.name')} isRequired maxLength={90} />
        <TextField
          form={form}
          name="category"
          label={t('lists.category')}
          hint={t('lists.categoryHint')}
          isRequired
          maxLength={40}
        />
      </fieldset>
      <TextField
        form={form}
        name="interval"
        label={t('lists.interval')}
        hint={t('lists.intervalHint')}
        isRequired
        maxLength={40}
      />
      <TextField
        form={form}
        name="window"
        label={t('lists.window')}
        hint={t('lists.windowHint')}
        maxLength={40}
      />
      <fieldset
        className={cx(
          stack({ minWidth: 0, margin: 0, padding: 0, border: 'none' }),
          styles.bareFields,
        )}
        disabled={isBuiltIn}
      >
        <VehicleTypes
          chosen={draft.vehicle_types}
          onChange={(vehicle_types) => change({ vehicle_types })}
        />
      </fieldset>
    </>
  );
}

/** The statuses available when an activity of the type is entered. */
function Statuses({ draft, faults, change }: FormProps<ActivityTypeDraft, Entry>) {
  const { t } = useTranslation();
  const { statuses } = draft;
  const set = (n: number, changes: Partial<ActivityTypeDraft['statuses'][number]>) =>
    change({ statuses: statuses.map((one, at) => (at === n ? { ...one, ...changes } : one)) });
  const nextId = Math.max(0, ...statuses.map(({ id }) => id)) + 1;
  return (
    <FieldGroup title={t('lists.statuses')}>
      <p className="field-hint">{t('lists.statusesHint')}</p>
      <ul className={cx(stack({ gap: 2, margin: 0, padding: 0, list: true }), styles.statusList)}>
        {statuses.map((status, n) => (
          <li key={status.id}>
            <input
              aria-label={t('lists.statusName', { number: n + 1 })}
              maxLength={90}
              value={status.name}
              onChange={(event) => set(n, { name: event.currentTarget.value })}
            />
            <label>
              <input
                type="checkbox"
                checked={status.do_not_create_schedule_activities}
                onChange={(event) =>
                  set(n, { do_not_create_schedule_activities: event.currentTarget.checked })
                }
              />
              <span>{t('lists.statusNoSchedule')}</span>
            </label>
            <Button
              kind="icon"
              aria-label={t('lists.statusRemove', { name: status.name })}
              onClick={() => change({ statuses: statuses.filter((_one, at) => at !== n) })}
            >
              <CloseIcon />
            </Button>
          </li>
        ))}
      </ul>
      <Button
        disabled={statuses.length >= 40}
        onClick={() =>
          change({
            statuses: [
              ...statuses,
              { id: nextId, name: '', do_not_create_schedule_activities: false },
            ],
          })
        }
      >
        {t('lists.statusAdd')}
      </Button>
      <p className="field-fault" role="alert">
        {faultText(faults.statuses, t('lists.statuses'))}
      </p>
    </FieldGroup>
  );
}

/** The fields of an activity type. */
export function ActivityTypeFields(form: FormProps<ActivityTypeDraft, Entry>) {
  const { t } = useTranslation();
  const { draft, change, one } = form;
  const { is_global_admin: keepsAll } = useSession().current.user;
  const isBuiltIn = one !== null && one.customer === null && !keepsAll;
  const schedules = useQuery({
    queryKey: ['schedule_type', 'choices'],
    queryFn: ({ signal }) =>
      api.catalogue.list({
        params: { kind: 'schedule_type' },
        query: { pageSize: 400 },
        signal,
      }),
  });
  return (
    <fieldset
      className={cx(
        stack({ minWidth: 0, margin: 0, padding: 0, border: 'none' }),
        styles.bareFields,
      )}
      disabled={isBuiltIn}
    >
      {isBuiltIn && <p className="resource-note">{t('lists.builtInActivity')}</p>}
      <TextField form={form} name="name" label={t('lists.name')} isRequired maxLength={90} />
      {one === null ? (
        <TextField
          form={{
            ...form,
            draft: { ...draft, reference: draft.reference || codeOfTypeName(draft.name) },
          }}
          name="reference"
          label={t('lists.reference')}
          hint={t('lists.referenceHint')}
          maxLength={40}
        />
      ) : (
        <p className="field-hint">{t('lists.referenceIs', { reference: one.reference })}</p>
      )}
      <ChoiceField
        form={form}
        name="schedule_type"
        label={t('lists.scheduleType')}
        none={t('lists.noScheduleType')}
        options={(schedules.data?.results ?? []).map(({ id, name }) => ({
          value: id,
          label: knownText(name, t),
        }))}
      />
      <SwitchField form={form} name="require_user_date_input" label={t('lists.requireDate')} />
      <SwitchField form={form} name="use_activity_statuses_on_ui" label={t('lists.useStatuses')} />
      <SwitchField
        form={form}
        name="internal_use"
        label={t('lists.internalUse')}
        hint={t('lists.internalUseHint')}
      />
      <Statuses {...form} />
      <VehicleTypes
        chosen={draft.vehicle_types}
        onChange={(vehicle_types) => change({ vehicle_types })}
      />
    </fieldset>
  );
}
