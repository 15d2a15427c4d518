import type { AnswerOf, contract } from '@roadworthy/contract';
import { type BrakeState, formatDateTime, formatNumber } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import recordStyles from '../../ui/record/record.module.css';

type VehicleBrakes = AnswerOf<typeof contract.brakeTests.vehicle>;

const TONES = {
  in_order: 'good',
  due: 'warn',
  overdue: 'bad',
  paused: 'quiet',
  not_required: 'quiet',
} as const;

/** Whether a vehicle has its brake tests, as a word. */
export function BrakeStateBadge({ state }: { readonly state: BrakeState }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`brakes.state.${state}`)}</Badge>;
}

/** What is due and why, each sentence with its place in the guide. */
export function Statement({
  of,
}: {
  readonly of: Pick<VehicleBrakes, 'state' | 'due_on' | 'statements'>;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <div className={stack({ gap: 2, items: 'start' })}>
      <span className={row({ gap: 2, align: 'center', wrap: true })}>
        <BrakeStateBadge state={of.state} />
        {of.due_on !== null && (
          <strong>{t('brakes.dueBy', { day: formatDay(of.due_on, dates.dateFormat) })}</strong>
        )}
      </span>
      <ul className={look({ margin: 0 })}>
        {of.statements.map(({ code, params, reference }) => (
          <li key={code}>
            {t(`brakes.statement.${code}`, params)}{' '}
            <span className={look({ tone: 'quiet', size: 'small' })}>
              {t('brakes.guide', { paragraph: reference.replace(/^GMR /, '') })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The last four quarters with their tests. */
export function Quarters({ brakes }: { readonly brakes: VehicleBrakes }) {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const day = (time: string) => formatDay(time.slice(0, 10), dates.dateFormat);
  return (
    <table className={cx(look({ width: 'full', numeric: true }), recordStyles.recordFigures)}>
      <caption className={look({ text: 'left', tone: 'quiet', size: 'small' })}>
        {t('brakes.quarters', { counted: brakes.counted, required: brakes.required })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('brakes.quarter')}</th>
          <th scope="col">{t('brakes.tests')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {brakes.quarters.map(({ end, start, tests }) => (
          <tr key={start}>
            <th scope="row">{`${day(start)} – ${day(end)}`}</th>
            <td>{formatNumber(tests, locale, 0)}</td>
            <td>
              <Badge tone={tests > 0 ? 'good' : 'warn'}>
                {t(tests > 0 ? 'brakes.quarterTested' : 'brakes.quarterEmpty')}
              </Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The interval of safety inspections: weeks, next due week and why. */
export function IntervalFacts({ brakes }: { readonly brakes: VehicleBrakes }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { due, reasons, state, weeks } = brakes.interval;
  return (
    <>
      <p className={look({ margin: 0 })}>
        <strong>{t('brakes.weeks', { count: weeks })}</strong>
        {'. '}
        {due === null
          ? t(`brakes.interval.${state}`)
          : t('brakes.isoWeek', {
              week: due.week,
              year: due.year,
              first: formatDay(due.first_day, dates.dateFormat),
              last: formatDay(due.last_day, dates.dateFormat),
            })}
      </p>
      <ul className={look({ margin: 0 })}>
        {reasons.map((reason) => (
          <li key={reason.code}>
            {t(`brakes.intervalReason.${reason.code}`, { weeks: reason.weeks ?? 0 })}
          </li>
        ))}
      </ul>
    </>
  );
}

/** When a vehicle was last tested. */
export function LastTest({ at }: { readonly at: string | null }) {
  const { dates } = useDisplay();
  return at === null ? '–' : formatDateTime(Date.parse(at), dates);
}
