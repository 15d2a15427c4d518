import { isInterval } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useLocale } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { look, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { intervalText } from '../vehicle-file/interval-text.ts';
import { SCHEDULES_KEY } from '../vehicle-file/schedules-key.ts';
import type { Schedule } from './schedules-plan.ts';

/**
 * The interval of a vehicle, for administrators, which applies from the next occurrence. Empty
 * restores that of the type.
 */
export function IntervalDialog({
  schedule,
  onClose,
}: {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const client = useQueryClient();
  const [text, setText] = useState(schedule.interval);
  const [faults, setFaults] = useState<Faults>({});
  const wanted = text.trim();
  const isWrong = wanted !== '' && !isInterval(wanted);
  const save = async () => {
    if (isWrong) {
      setFaults({ interval: [t('vehicleFile.validFormat')] });
      return;
    }
    await api.schedules.changeVehicleInterval({
      params: { id: schedule.schedule_type, vehicle: schedule.vehicle },
      body: { interval: wanted === '' ? null : wanted },
    });
    toast.success(t('toast.updated'), { subject: t('planner.interval', { name, registration }) });
    onClose();
    await client.invalidateQueries({ queryKey: [SCHEDULES_KEY] });
  };
  const { name, registration } = schedule;
  return (
    <FormDialog
      title={t('planner.interval', { name, registration })}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <div className={stack({ gap: 3 })}>
        <Field
          label={t('vehicleFile.interval')}
          hint={isWrong || wanted === '' ? t('planner.intervalHint') : intervalText(wanted, locale)}
          fault={faults.interval}
        >
          {(props) => (
            <input
              {...props}
              autoComplete="off"
              maxLength={40}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <p className={look({ tone: 'quiet', size: 'small' })}>{t('planner.intervalText')}</p>
      </div>
    </FormDialog>
  );
}
