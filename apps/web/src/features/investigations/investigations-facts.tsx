import { formatDate, formatDateTime, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { useAssigneeText } from './investigation-status.tsx';
import styles from './investigations.module.css';
import { type Investigation, isComplete } from './investigations-form.ts';

/** A day stored as midnight UTC, in the user's date format. */
export function useDayText() {
  const { dates } = useDisplay();
  return (moment: string) => formatDate(Date.parse(moment), { ...dates, timeZone: 'UTC' });
}

/** Assignee, due date, subject and start (requirements I-16 to I-18). */
export function Facts({ investigation }: { readonly investigation: Investigation }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { current } = useSession();
  const dayText = useDayText();
  const assigneeText = useAssigneeText();
  const [isAssigning, setIsAssigning] = useState(false);
  const { due_date: due, opened_by: openedBy, cause } = investigation;
  const moment = (text: string) => formatDateTime(Date.parse(text), dates);
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    ['vehicleFile.registration', <VehicleLink key="vehicle" vehicle={investigation.vehicle} />],
    ['vehicleFile.depot', investigation.depot_name ?? '–'],
    ['investigation.assignee', assigneeText(investigation.assignee)],
    ['investigation.due', due === null ? '–' : dayText(due)],
    ['investigation.createdAt', moment(investigation.created_at)],
    ['investigation.updatedAt', moment(investigation.updated_at)],
    ['investigation.openedBy', openedBy ?? t('vehicleFile.trail.system')],
    ['investigation.cause', t(`investigation.cause.${cause}`)],
  ];
  return (
    <section className="panel" aria-label={t('investigation.facts')}>
      <FactList className="details-facts" facts={facts.map(([label, text]) => [t(label), text])} />
      {may(current, VEHICLE_FILE_WRITE) && !isComplete(investigation) && (
        <Button onClick={() => setIsAssigning(true)}>{t('investigation.assign')}</Button>
      )}
      {isAssigning && (
        <AssignDialog investigation={investigation} onClose={() => setIsAssigning(false)} />
      )}
    </section>
  );
}

/** The schedules under investigation (requirements I-19 to I-21, I-P05). */
export function Schedules({ investigation }: { readonly investigation: Investigation }) {
  const { t } = useTranslation();
  const dayText = useDayText();
  const { scheduled_activities_snapshot: schedules } = investigation;
  if (schedules.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="investigation-schedules">
      <h2 id="investigation-schedules">{t('investigation.schedules')}</h2>
      <ul
        className={cx(
          stack({ gap: 3, margin: 0, padding: 0, list: true }),
          styles.investigatedSchedules,
        )}
      >
        {schedules.map(({ id, name, was_overdue: isOverdue, expires_at: at }) => (
          <li key={id}>
            <strong>{name}</strong>
            <Badge tone={isOverdue ? 'bad' : 'warn'}>
              <span aria-hidden="true">{isOverdue ? '! ' : '● '}</span>
              {t(isOverdue ? 'investigation.overdue' : 'investigation.pending')}
            </Badge>
            <span className={look({ span: true, tone: 'quiet', size: 'small' })}>
              {t(isOverdue ? 'investigation.expiredAt' : 'investigation.expiresAt')} {dayText(at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
