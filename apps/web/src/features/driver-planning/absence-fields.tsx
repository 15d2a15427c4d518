import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { look, stack } from '../../ui/look/look.ts';
import { ChoiceField, DayField, SwitchField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { ABSENCE_OPTIONS, type AbsenceDraft, withWholeDays } from './absence-draft.ts';
import { SHIFTS_KEY } from './driver-planning.ts';
import { PlannedTimeField } from './planned-time-field.tsx';
import { PlannedDriverField } from './shift-fields.tsx';

type Form = Pick<FormProps<AbsenceDraft, never>, 'draft' | 'faults' | 'change'>;

/** The kind and the times of an absence, as driver and manager enter them. */
export function AbsenceTimes({ form, zone }: { readonly form: Form; readonly zone: string }) {
  const { t } = useTranslation();
  const { change, draft } = form;
  const times = ['start', 'end'] as const;
  return (
    <>
      <ChoiceField
        form={form}
        name="kind"
        label={t('planning.kind')}
        isRequired
        options={ABSENCE_OPTIONS.map((value) => ({ value, label: t(`planning.kind.${value}`) }))}
      />
      <SwitchField
        form={{
          ...form,
          change: (changes) =>
            change(
              changes.is_whole_days === undefined
                ? changes
                : withWholeDays(draft, changes.is_whole_days),
            ),
        }}
        name="is_whole_days"
        label={t('planning.wholeDays')}
      />
      <div className={draft.is_whole_days ? 'resource-pair' : stack({ columns: 'one', gap: 3 })}>
        {times.map((name) =>
          draft.is_whole_days ? (
            <DayField
              key={name}
              form={form}
              name={name}
              label={t(`planning.${name}Day`)}
              isRequired
            />
          ) : (
            <PlannedTimeField key={name} form={form} name={name} zone={zone} />
          ),
        )}
      </div>
      <TextField form={form} name="note" label={t('planning.note')} maxLength={500} />
    </>
  );
}

/** How many shifts are planned in the time of an absence. */
function PlannedThen({ draft: { driver, end, start } }: { readonly draft: AbsenceDraft }) {
  const { t } = useTranslation();
  const query = { driver: driver?.id ?? 0, from: start.slice(0, 10), to: end.slice(0, 10) };
  const { data } = useQuery({
    queryKey: [SHIFTS_KEY, 'then', query],
    enabled: driver !== null && start !== '' && end !== '' && query.from <= query.to,
    queryFn: ({ signal }) =>
      api.driverPlanning.list({ query: { ...query, pageSize: 1 }, signal, quiet: true }),
  });
  if (data === undefined || data.count === 0) return null;
  return (
    <p className={look({ tone: 'warn', margin: 0 })} role="status">
      {t('planning.plannedThen', { count: data.count })}
    </p>
  );
}

/** The fields of an absence that a manager enters. */
export function AbsenceFields({
  form,
  isNew,
  zone,
}: {
  readonly form: Form;
  readonly isNew: boolean;
  readonly zone: string;
}) {
  return (
    <>
      {isNew && <PlannedDriverField form={form} />}
      <AbsenceTimes form={form} zone={zone} />
      <PlannedThen draft={form.draft} />
    </>
  );
}
