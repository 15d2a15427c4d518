import { formatDateTime, type Severity } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import styles from '../../ui/record/record.module.css';
import { Part } from '../records/record/records-record-part.tsx';
import { FaultActions } from './fault-dialogs.tsx';
import { StateBadge } from './fault-words.tsx';
import { type Fault, pathOfRecord, type ThreadStep } from './faults.ts';

function RecordLink({ record }: { readonly record: NonNullable<ThreadStep['record']> }) {
  const { t } = useTranslation();
  const { search, to } = pathOfRecord(record);
  return (
    <Link to={to} search={search as never}>
      {record.reference_number || t(`faults.record.${record.kind}`)}
    </Link>
  );
}

/** What a step says besides its name. */
function useNote() {
  const { t } = useTranslation();
  return ({ figure, note, step }: ThreadStep, isCounted: boolean): string => {
    if (figure !== null) {
      if (!isCounted) return t('faults.figureWaits');
      return t(figure.is_passed ? 'faults.figurePassed' : 'faults.figureFailed');
    }
    if (step === 'seen_again') return t('faults.times', { count: Number(note) });
    if (step !== 'ended' && step !== 'earlier') return note;
    const [reason = '', ...more] = note.split(': ');
    return [t(`faults.end.${reason as 'gone'}`), more.join(': ')].filter(Boolean).join(': ');
  };
}

function Step({ one }: { readonly one: ThreadStep }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const noteOf = useNote();
  const note = noteOf(one, one.at !== null);
  const when = one.at === null ? null : formatDateTime(Date.parse(one.at), dates);
  return (
    <li className={cx(styles['course-step'], one.at !== null && styles.done)}>
      <span className={styles['course-mark']} aria-hidden="true">
        {one.at === null ? '○' : '✓'}
      </span>
      <div>
        <strong>
          {one.figure === null
            ? t(`faults.step.${one.step}`)
            : t('faults.step.figure', { measure: one.figure.measure })}
        </strong>
        {when !== null && (
          <p className={look({ tone: 'quiet', size: 'small' })}>
            {one.by === '' ? when : t('vehicleFile.trail.by', { who: one.by, when })}
          </p>
        )}
        {note !== '' && <p>{note}</p>}
        {one.record !== null && (
          <p>
            <RecordLink record={one.record} />
          </p>
        )}
      </div>
    </li>
  );
}

/** A fault, what can follow, and its thread from the first report to the figure. */
export function FaultThread({ one }: { readonly one: Fault }) {
  const { t } = useTranslation();
  const { pressure } = one;
  const severity: Severity = one.severity;
  return (
    <div className={stack({ columns: 'one', gap: 4 })}>
      <FactList
        className="details-facts"
        facts={[
          [t('faults.vehicle'), <VehicleLink key="vehicle" vehicle={one.vehicle} />],
          [t('faults.state'), <StateBadge key="state" one={one} />],
          [t('faults.severity'), t(`record.severity.${severity}`)],
          ...(one.explanation === ''
            ? []
            : [[t('faults.explanation'), one.explanation] as [string, string]]),
          ...(pressure === null
            ? []
            : [
                [
                  t('faults.pressure'),
                  t('faults.pressureText', {
                    kpa: Math.round(pressure.kpa),
                    recommended: Math.round(pressure.recommended_kpa),
                  }),
                ] as [string, string],
              ]),
        ]}
      />
      <FaultActions one={one} />
      <Part title={t('faults.thread')}>
        <ol className={styles.course} aria-label={t('faults.thread')}>
          {one.steps.map((step, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one answer
            <Step key={n} one={step} />
          ))}
        </ol>
      </Part>
    </div>
  );
}
