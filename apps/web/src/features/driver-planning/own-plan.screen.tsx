import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { look, row, stack } from '../../ui/look/look.ts';
import { CARD } from '../../ui/look/looks.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { toast } from '../../ui/toast.ts';
import { absenceBody, absenceDraft, checkAbsence } from './absence-draft.ts';
import { AbsenceTimes } from './absence-fields.tsx';
import { useAbsenceText } from './absences-list.tsx';
import { OWN_PLAN_KEY, type OwnPlan } from './driver-planning.ts';
import { AbsenceStateBadge } from './planning-words.tsx';
import { useOwnPlan, usePlanDates, useTimesText } from './use-plan.ts';

/** Runs a change and shows its error. @returns whether it was made */
async function tried(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    toast.error((error as Error).message);
    return false;
  }
}

function ShiftCard({
  shift,
  zone,
  onDone,
}: {
  readonly shift: OwnPlan['shifts'][number];
  readonly zone: string;
  readonly onDone: () => void;
}) {
  const { t, i18n } = useTranslation();
  const dates = usePlanDates(zone);
  const timesText = useTimesText(zone);
  const [isBusy, setIsBusy] = useState(false);
  const startMs = Date.parse(shift.start);
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: zone });
  const things = [shift.vehicle, shift.trailer].flatMap((one) => one?.registration ?? []);
  const acknowledge = async () => {
    setIsBusy(true);
    const body = { version: shift.version };
    const isDone = await tried(() =>
      api.driverPlanning.acknowledge({ params: { id: shift.id }, body }),
    );
    setIsBusy(false);
    if (isDone) toast.success(t('planning.own.thanks'));
    onDone();
  };
  return (
    <li className={stack({ ...CARD, columns: 'one' })}>
      <h2 className={look({ size: 'lead', margin: 0 })}>
        {`${weekday.format(startMs)} ${formatDate(startMs, dates)}`}
      </h2>
      <strong className={look({ numeric: true })}>{timesText(shift)}</strong>
      <span>
        {[
          shift.depot.name,
          things.length === 0 ? t('planning.noVehicle') : things.join(' + '),
        ].join(' · ')}
      </span>
      {shift.note !== '' && <span className={look({ breaks: true })}>{shift.note}</span>}
      {shift.acknowledged_at === null ? (
        <Button kind="primary" disabled={isBusy} onClick={() => void acknowledge()}>
          {t('planning.own.acknowledge')}
        </Button>
      ) : (
        <span className={look({ tone: 'good' })}>
          {t('planning.own.acknowledgedAt', {
            at: formatDateTime(Date.parse(shift.acknowledged_at), dates),
          })}
        </span>
      )}
    </li>
  );
}

/** Asks for an absence; shifts in its time are said before it is sent. */
function RequestDialog({
  plan,
  onDone,
  onClose,
}: {
  readonly plan: OwnPlan;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const zone = plan.time_zone;
  const { form, setFaults } = useDialogDraft(() => absenceDraft(null, zone));
  const body = absenceBody(form.draft, zone);
  const count =
    body === null
      ? 0
      : plan.shifts.filter(
          ({ end, start }) =>
            Date.parse(start) < Date.parse(body.end) && Date.parse(end) > Date.parse(body.start),
        ).length;
  const save = async () => {
    const found = checkAbsence(form.draft, t);
    setFaults(found);
    if (Object.keys(found).length > 0 || body === null) return;
    await api.driverPlanning.requestAbsence({ body });
    toast.success(t('planning.own.requested'));
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('planning.own.request')}
      action={t('planning.own.send')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <AbsenceTimes form={form} zone={zone} />
      {count > 0 && (
        <p className={look({ tone: 'warn', margin: 0 })} role="status">
          {t('planning.plannedThen', { count })}
        </p>
      )}
    </FormDialog>
  );
}

function Absences({ plan, onDone }: { readonly plan: OwnPlan; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const timeText = useAbsenceText(plan.time_zone);
  const withdraw = async (id: number) => {
    await tried(() => api.driverPlanning.withdrawAbsence({ params: { id } }));
    onDone();
  };
  return (
    <ul className={stack({ columns: 'one', gap: 3, margin: 0, padding: 0, list: true })}>
      {plan.absences.map((one) => (
        <li key={one.id} className={stack({ ...CARD, columns: 'one' })}>
          <span className={row({ wrap: true, gap: 2, align: 'center' })}>
            <strong>{t(`planning.kind.${one.kind}`)}</strong>
            <AbsenceStateBadge state={one.state} />
          </span>
          <span>{timeText(one)}</span>
          {one.answer !== '' && <span className={look({ breaks: true })}>{one.answer}</span>}
          {one.state === 'requested' && (
            <Button onClick={() => void withdraw(one.id)}>{t('planning.own.withdraw')}</Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Screen /driver-planning/own: the shifts and absences of the driver who is signed in, made for the phone. */
export function OwnPlanScreen() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const read = useOwnPlan();
  const plan = read.data;
  const refresh = () => void client.invalidateQueries({ queryKey: [OWN_PLAN_KEY] });
  return (
    <div className={stack({ columns: 'one', gap: 4, padding: 4 })}>
      <PageTitle title={t('planning.own.title')} />
      <SettingsState read={read} />
      {plan?.driver === null && <p>{t('planning.own.noDriver')}</p>}
      {plan != null && plan.driver !== null && (
        <>
          {plan.shifts.length === 0 && (
            <div>
              <strong>{t('planning.own.empty')}</strong>
              <p className={look({ tone: 'quiet' })}>{t('planning.own.emptyText')}</p>
            </div>
          )}
          <ul className={stack({ columns: 'one', gap: 3, margin: 0, padding: 0, list: true })}>
            {plan.shifts.map((one) => (
              <ShiftCard
                key={`${one.id} ${one.version}`}
                shift={one}
                zone={plan.time_zone}
                onDone={refresh}
              />
            ))}
          </ul>
          <h2 className={look({ margin: 0 })}>{t('planning.own.absences')}</h2>
          <Absences plan={plan} onDone={refresh} />
          <Button onClick={() => setIsAsking(true)}>{t('planning.own.request')}</Button>
        </>
      )}
      {isAsking && plan !== undefined && (
        <RequestDialog plan={plan} onDone={refresh} onClose={() => setIsAsking(false)} />
      )}
    </div>
  );
}
