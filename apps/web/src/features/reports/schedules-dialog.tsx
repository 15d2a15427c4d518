import { formatDateTime } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDisplay } from '../../ui/display.ts';
import type { ReportKind, ReportQuery } from '../../ui/download-menu/save-report.ts';
import { CancelButton, CloseButton } from '../../ui/form-actions.tsx';
import { cx, row, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { ScheduleForm } from './schedule-form.tsx';
import styles from './schedules.module.css';
import {
  newSchedule,
  SCHEDULES,
  type Schedule,
  type ScheduleBody,
  useSchedules,
} from './use-schedules.ts';

function Line({
  schedule,
  onEdit,
  onRemove,
}: {
  readonly schedule: Schedule;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const [isAsking, setIsAsking] = useState(false);
  const { name, kind, frequency, hour, emails, next_run_at: next, last_state: last } = schedule;
  const when = t(`schedule.when.${frequency}`, { hour: `${String(hour).padStart(2, '0')}:00` });
  const state = !schedule.is_active
    ? t('schedule.paused')
    : next === null
      ? ''
      : t('schedule.next', { moment: formatDateTime(Date.parse(next), dates) });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <small>
          {t(`schedule.kind.${kind}`)} · {schedule.format.toUpperCase()} · {when}
        </small>
        <small>{t('schedule.to', { emails: emails.join(', '), maker: schedule.maker })}</small>
        <small>
          {[state, last === null ? '' : t(`schedule.last.${last}`)].filter(Boolean).join(' · ')}
        </small>
      </div>
      {isAsking ? (
        <div className={row({ wrap: true, gap: 2, align: 'center' })}>
          <span role="alert">{t('schedule.removeAsk')}</span>
          <CancelButton onClick={() => setIsAsking(false)} />
          <Button kind="primary" onClick={onRemove}>
            {t('action.confirm')}
          </Button>
        </div>
      ) : (
        <div className={row({ wrap: true, gap: 2, align: 'center' })}>
          <Button aria-label={t('schedule.editOne', { name })} onClick={onEdit}>
            {t('geofence.edit')}
          </Button>
          <Button aria-label={t('schedule.removeOne', { name })} onClick={() => setIsAsking(true)}>
            {t('geofence.remove')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The reports sent by e-mail on a schedule: list, create, edit, delete (M-P07, M-P09). */
export default function SchedulesDialog({
  kind,
  query,
  onClose,
}: {
  readonly kind: ReportKind;
  readonly query: ReportQuery;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const queries = useQueryClient();
  const list = useSchedules();
  const [edited, setEdited] = useState<Schedule | 'new' | null>(null);
  const reload = async () => {
    toast.success(t('toast.success'), { subject: t('schedule.title') });
    await queries.invalidateQueries({ queryKey: [SCHEDULES] });
  };
  const save = async (body: ScheduleBody) => {
    if (edited === 'new') await api.reports.createSchedule({ body });
    else if (edited !== null) {
      await api.reports.changeSchedule({ params: { id: edited.id }, body });
    }
    setEdited(null);
    await reload();
  };
  const remove = async (schedule: Schedule) => {
    try {
      await api.reports.removeSchedule({ params: { id: schedule.id } });
      await reload();
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  if (edited !== null) {
    return (
      <ScheduleForm
        title={t(edited === 'new' ? 'schedule.new' : 'schedule.edit')}
        schedule={edited === 'new' ? newSchedule(kind, query, current) : edited}
        onSave={save}
        onClose={() => setEdited(null)}
      />
    );
  }
  return (
    <Dialog
      title={t('schedule.title')}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <>
          <CloseButton onClick={close} />
          <Button kind="primary" onClick={() => setEdited('new')}>
            {t('schedule.new')}
          </Button>
        </>
      )}
    >
      {list.isPending && <p role="status">{t('schedule.loading')}</p>}
      {list.isError && (
        <div role="alert">
          <p>{t('schedule.failed')}</p>
          <Button onClick={() => void list.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {list.data?.length === 0 && <p role="status">{t('schedule.none')}</p>}
      <ul
        className={cx(
          stack({ gap: 2, margin: 0, marginTop: 4, padding: 0, overflowY: 'auto', list: true }),
          styles.scheduleList,
        )}
      >
        {list.data?.map((schedule) => (
          <Line
            key={schedule.id}
            schedule={schedule}
            onEdit={() => setEdited(schedule)}
            onRemove={() => void remove(schedule)}
          />
        ))}
      </ul>
    </Dialog>
  );
}
