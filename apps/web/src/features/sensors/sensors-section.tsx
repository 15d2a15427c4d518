import type { AnswerOf, contract } from '@roadworthy/contract';
import { ATTRIBUTE_GROUPS, formatMoment } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useAttributeName, useAttributeValue } from '../../ui/attribute-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { useDisplay } from '../../ui/display.ts';
import { cx, look } from '../../ui/look/look.ts';
import styles from './sensors.module.css';

type Answer = AnswerOf<typeof contract.sensors.latest>;
type Sensor = Answer['sensors'][number];

const REFRESH_MS = 30_000;

function SensorTile({ sensor, until }: { readonly sensor: Sensor; readonly until: string | null }) {
  const { dates } = useDisplay();
  const nameOf = useAttributeName();
  const textOf = useAttributeValue();
  const { t } = useTranslation();
  const { name, key, value, timestamp, spark } = sensor;
  // The scale of the line.
  const known = (spark ?? []).filter((one) => one !== null);
  return (
    <div className={styles.tile}>
      <dt>{nameOf(name)}</dt>
      <dd>
        <span className={styles.value}>{textOf(key, value)}</span>
        {spark !== null && <Sparkline values={spark} />}
        {known.length > 0 && (
          <span className={styles.time}>
            {t('sensors.range', {
              low: textOf(key, Math.min(...known)),
              high: textOf(key, Math.max(...known)),
            })}
          </span>
        )}
        <time className={timestamp === until ? styles.time : styles.old} dateTime={timestamp}>
          {formatMoment(Date.parse(timestamp), dates)}
        </time>
      </dd>
    </div>
  );
}

function Groups({ answer: { sensors, until } }: { readonly answer: Answer }) {
  const { t } = useTranslation();
  return ATTRIBUTE_GROUPS.map((group) => {
    const members = sensors.filter((sensor) => sensor.group === group);
    if (members.length === 0) return null;
    return (
      <section
        key={group}
        className={cx(look({ flow: 'stack', gap: 2 }), styles.group)}
        aria-labelledby={`sensors-${group}`}
      >
        <h3 id={`sensors-${group}`}>{t(`attributeGroup.${group}`)}</h3>
        <dl className={styles.tiles}>
          {members.map((sensor) => (
            <SensorTile key={sensor.name} sensor={sensor} until={until} />
          ))}
        </dl>
      </section>
    );
  });
}

/** The last value of each sensor of a vehicle, with its course over a day. */
export function SensorsSection({
  vehicleId,
  maySeeTrace,
}: {
  readonly vehicleId: number;
  /** Whether the person may open the trace, which has the charts. */
  readonly maySeeTrace: boolean;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const query = useQuery({
    queryKey: ['sensors', vehicleId],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => api.sensors.latest({ params: { id: vehicleId }, signal, quiet: true }),
  });
  const answer = query.data;
  return (
    <section className={look({ flow: 'stack', gap: 4 })} aria-busy={query.isPending}>
      <div
        className={cx(
          look({
            flow: 'row',
            wrap: true,
            align: 'center',
            justify: 'between',
            rowGap: 2,
            columnGap: 4,
          }),
          styles.head,
        )}
      >
        <h2>{t('sensors.title')}</h2>
        {maySeeTrace && (
          <Link to="/telematics/trace" search={{ vehicleId, panel: 'sensors' } as never}>
            {t('sensors.overTime')}
          </Link>
        )}
      </div>
      {query.error !== null && answer === undefined && (
        <div className={styles.empty} role="alert">
          <p>{t('action.loadFailed')}</p>
          <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {query.isPending && <p className={styles.empty}>{t('sensors.loading')}</p>}
      {answer !== undefined && answer.sensors.length === 0 && (
        <div className={styles.empty}>
          <p>{t('sensors.none')}</p>
          <p>{t('sensors.noneText')}</p>
        </div>
      )}
      {answer !== undefined && answer.sensors.length > 0 && (
        <>
          <p className={look({ margin: 0, size: 'small', tone: 'quiet' })}>
            {t('sensors.of', {
              moment: answer.until === null ? '' : formatMoment(Date.parse(answer.until), dates),
            })}{' '}
            {answer.raw > 0 && t('sensors.raw', { count: answer.raw })}
          </p>
          <Groups answer={answer} />
        </>
      )}
    </section>
  );
}
