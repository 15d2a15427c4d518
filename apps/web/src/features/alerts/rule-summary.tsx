import { formatDate, formatDuration, formatSpeed } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { useEventName } from '../../ui/event-name.ts';
import { useRuleGeofences } from './rule-conditions.tsx';
import { hoursText } from './rule-fields.ts';
import styles from './rule-summary.module.css';
import type { EventTypes, RuleBody } from './use-alerts.ts';

/** Pause after the last change, before the preview is asked for. */
const PAUSE_MS = 400;

/** The rule in plain sentences. */
function useSentences(body: RuleBody, types: EventTypes): string[] {
  const { t } = useTranslation();
  const nameOf = useEventName();
  const { unit, locale } = useDisplay();
  const geofences = useRuleGeofences();
  const list = new Intl.ListFormat(locale, { type: 'disjunction' });
  const events = types
    .filter(({ eventCode }) => body.event_codes.includes(eventCode))
    .map(({ eventCode, name }) => nameOf({ eventCode, name }));
  const places = geofences.data?.filter(({ value }) => body.geofences.includes(value)) ?? [];
  const { min_speed_kmh: speed, min_duration_s: duration } = body;
  return [
    t(`alerts.sum.severity.${body.severity}`, { events: list.format(events) }),
    body.vehicles.length + body.depots.length === 0
      ? t('alerts.sum.allVehicles')
      : t('alerts.sum.someVehicles', {
          vehicles: body.vehicles.length,
          depots: body.depots.length,
        }),
    ...(speed === null ? [] : [t('alerts.sum.speed', { speed: formatSpeed(speed, unit, locale) })]),
    ...(duration === null
      ? []
      : [t('alerts.sum.duration', { duration: formatDuration(duration, locale) })]),
    ...(body.geofences.length === 0
      ? []
      : [
          places.length > 0
            ? t('alerts.sum.places', { places: list.format(places.map(({ label }) => label)) })
            : t('alerts.sum.somePlaces', { count: body.geofences.length }),
        ]),
    t('alerts.sum.hours', { hours: hoursText(body, t), zone: body.time_zone }),
  ];
}

/** The conditions some time after their last change. */
function usePaused<T>(value: T): T {
  const key = JSON.stringify(value);
  const [paused, setPaused] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content counts, not the object
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return paused;
}

/** How often the rule would have raised an alert in the last seven days. */
function Preview({ body }: { readonly body: RuleBody }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { name: _name, emails: _emails, webhook_url: _url, sms_numbers: _sms, ...rest } = body;
  const conditions = usePaused(rest);
  const { data, isError, error } = useQuery({
    queryKey: ['alert-rule-preview', conditions],
    queryFn: ({ signal }) => api.alerts.previewRule({ body: conditions, signal, quiet: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (isError) return <p className={styles.fault}>{error.message}</p>;
  if (data?.days === undefined) return <p role="status">{t('alerts.preview.loading')}</p>;
  const most = Math.max(1, ...data.days.map(({ count }) => count));
  const dayName = (date: string) =>
    formatDate(Date.parse(`${date}T00:00:00Z`), { ...dates, timeZone: 'UTC' });
  return (
    <>
      <p role="status" className={styles.count}>
        {data.count === 0
          ? t('alerts.preview.none')
          : t(data.count_is_limit ? 'alerts.preview.many' : 'alerts.preview.count', {
              count: data.count,
              vehicles: data.vehicles,
            })}
      </p>
      {data.count > 0 && (
        <ol className={styles.days} aria-label={t('alerts.preview.byDay')}>
          {data.days.map(({ date, count }) => (
            <li key={date} title={`${dayName(date)}: ${count}`}>
              <span
                aria-hidden="true"
                className={styles.bar}
                style={{ blockSize: `${Math.round((count / most) * 32)}px` }}
              />
              <span aria-hidden="true">{count}</span>
              <span className={styles.hidden}>{`${dayName(date)}: ${count}`}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** The rule in words, and its preview; nothing until it has events and days. */
export function RuleSummary({
  body,
  types,
}: {
  readonly body: RuleBody;
  readonly types: EventTypes;
}) {
  const { t } = useTranslation();
  const sentences = useSentences(body, types);
  if (body.event_codes.length === 0 || body.weekdays.length === 0) return null;
  return (
    <section className={styles.summary} aria-label={t('alerts.summary')}>
      <h3>{t('alerts.summary')}</h3>
      <p>{sentences.join(' ')}</p>
      <Preview body={body} />
    </section>
  );
}
