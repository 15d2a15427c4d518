import { formatDateTime, formatDuration } from '@roadworthy/domain';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { DateTimeInput } from '../../ui/date-field/date-time-input.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { look, row, stack } from '../../ui/look/look.ts';
import { Popover } from '../../ui/popover/popover.tsx';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { fromLocal, toLocal } from './local-moment.ts';
import { type Order, useOrderChanged } from './use-orders.ts';

type Time = Order['times'][number];

function CorrectDialog({
  orderId,
  time,
  onClose,
}: {
  readonly orderId: number;
  readonly time: Time;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const changed = useOrderChanged();
  const [draft, setDraft] = useState({
    started_at: toLocal(time.started_at, dates.timeZone),
    ended_at: toLocal(time.ended_at, dates.timeZone),
    reason: '',
  });
  const [faults, setFaults] = useState<Faults>({});
  const change = (changes: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...changes }));
  const save = async () => {
    const found = missing(draft, ['started_at', 'ended_at', 'reason'], t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const body = {
      started_at: fromLocal(draft.started_at, dates.timeZone) ?? '',
      ended_at: fromLocal(draft.ended_at, dates.timeZone) ?? '',
      reason: draft.reason,
    };
    await api.workOrders.correctTime({ params: { id: orderId, time: time.id }, body });
    await changed();
    toast.success(t('workOrders.time.corrected'), { subject: time.name });
    onClose();
  };
  return (
    <FormDialog
      title={t('workOrders.time.correct')}
      onFaults={setFaults}
      onClose={onClose}
      onSave={save}
    >
      {(['started_at', 'ended_at'] as const).map((name) => (
        <Field key={name} label={t(`workOrders.time.${name}`)} isRequired fault={faults[name]}>
          {(props) => (
            <DateTimeInput
              {...props}
              label={t(`workOrders.time.${name}`)}
              value={draft[name]}
              dates={dates}
              Opener={Popover}
              t={t}
              onChange={(value) => change({ [name]: value })}
            />
          )}
        </Field>
      ))}
      <TextField
        form={{ draft, faults, change }}
        name="reason"
        label={t('workOrders.note.reason')}
        isRequired
        maxLength={500}
      />
    </FormDialog>
  );
}

/** The clock of this person, and the hours of all technicians. */
export function OrderHours({ order }: { readonly order: Order }) {
  const { t, i18n } = useTranslation();
  const { dates } = useDisplay();
  const changed = useOrderChanged();
  const [corrected, setCorrected] = useState<Time | null>(null);
  const { id, is_clock_running: isRunning, state, times } = order;
  const clock = useMutation({
    mutationFn: (isWanted: boolean) =>
      api.workOrders.clock({ params: { id }, body: { is_running: isWanted } }),
    onError: (error) => toast.error(error.message),
    onSettled: () => changed(),
  });
  const mayRun = order.may_change && (state === 'in_progress' || isRunning);
  if (times.length === 0 && !mayRun) return null;
  const moment = (at: string) => formatDateTime(Date.parse(at), dates);
  return (
    <Part title={t('workOrders.hours')}>
      <ul className={stack({ gap: 2, width: 'full', padding: 0, margin: 0, list: true })}>
        {times.map((time) => (
          <li key={time.id} className={row({ wrap: true, columnGap: 3, align: 'center' })}>
            <strong>{time.name}</strong>
            <span className={look({ tone: 'quiet', size: 'small' })}>
              {time.ended_at === null
                ? t('workOrders.time.running', { since: moment(time.started_at) })
                : t('workOrders.time.span', {
                    from: moment(time.started_at),
                    to: moment(time.ended_at),
                    duration: formatDuration(
                      (Date.parse(time.ended_at) - Date.parse(time.started_at)) / 1000,
                      i18n.language,
                      'narrow',
                    ),
                  })}
            </span>
            {order.may_change && (
              <Button kind="link" onClick={() => setCorrected(time)}>
                {t('workOrders.time.correct')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayRun && (
        <Button disabled={clock.isPending} onClick={() => clock.mutate(!isRunning)}>
          {t(isRunning ? 'workOrders.time.stop' : 'workOrders.time.start')}
        </Button>
      )}
      {corrected !== null && (
        <CorrectDialog orderId={id} time={corrected} onClose={() => setCorrected(null)} />
      )}
    </Part>
  );
}
