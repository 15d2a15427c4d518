import { addInterval, formatDate } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { today } from '../../../ui/date-range/calendar.ts';
import { useDisplay, useLocale } from '../../../ui/display.ts';
import { intervalText } from '../interval-text.ts';
import { SCHEDULES_KEY } from '../schedules-key.ts';
import { type DocumentForm, makesSchedule } from './vehicle-file-new-document-form.ts';

/**
 * The schedule of the selected type for the vehicle: name, interval, due date (requirement H-12).
 */
export function ScheduleCard({ form }: { readonly form: DocumentForm }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const locale = useLocale();
  const id = form.type?.schedule_type ?? 0;
  const vehicle = form.vehicle?.id;
  const schedule = useQuery({
    queryKey: [SCHEDULES_KEY, 'type', id, vehicle],
    enabled: id > 0,
    queryFn: ({ signal }) =>
      api.schedules.scheduleType({ params: { id }, query: { vehicle }, signal, quiet: true }),
  });
  if (schedule.data === undefined) return null;
  const { name, interval, due_date: due } = schedule.data;
  // Document and due dates have no time zone and are stored as midnight UTC.
  const day = (timeMs: number) => formatDate(timeMs, { ...dates, timeZone: 'UTC' });
  const from = Date.parse(`${form.fulfilledOn ?? today(dates.timeZone)}T00:00:00Z`);
  return (
    <section className="schedule-card" aria-label={t('vehicleFile.schedule')}>
      <h3>{t('vehicleFile.schedule')}</h3>
      <dl className="details-facts">
        <div>
          <dt>{t('vehicleFile.scheduleName')}</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>{t('vehicleFile.interval')}</dt>
          <dd>{intervalText(interval, locale)}</dd>
        </div>
        <div>
          <dt>{t('vehicleFile.dueDate')}</dt>
          <dd>{due === null ? t('vehicleFile.noDueDate') : day(Date.parse(due))}</dd>
        </div>
        <div>
          <dt>{t('vehicleFile.nextDue')}</dt>
          <dd>
            {makesSchedule(form)
              ? day(addInterval(from, interval))
              : t('vehicleFile.keepsSchedule')}
          </dd>
        </div>
      </dl>
    </section>
  );
}
