import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay, useMoney } from '../../../ui/display.ts';
import { cx, look, stack } from '../../../ui/look/look.ts';
import styles from '../../../ui/record/record.module.css';
import type { Defect } from './use-record.ts';

interface Done {
  readonly at: string;
  readonly by: string;
  readonly note?: string | null;
}

const MARKS = { done: '✓', open: '○' } as const;

function CourseStep({ name, done }: { readonly name: string; readonly done: Done | null }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <li className={done === null ? styles['course-step'] : cx(styles['course-step'], styles.done)}>
      <span className={styles['course-mark']} aria-hidden="true">
        {done === null ? MARKS.open : MARKS.done}
      </span>
      <div>
        <strong>{name}</strong>
        <p className={look({ tone: 'quiet', size: 'small' })}>
          {done === null
            ? t('record.open')
            : t('vehicleFile.trail.by', {
                who: done.by,
                when: formatDateTime(Date.parse(done.at), dates),
              })}
        </p>
        {done?.note !== null && done?.note !== undefined && done.note !== '' && <p>{done.note}</p>}
      </div>
    </li>
  );
}

function CourseNote({ text }: { readonly text: string | null }) {
  return text === null ? null : (
    <li className={cx(look({ tone: 'quiet', size: 'small' }), styles['course-note'])}>{text}</li>
  );
}

/** Due date of the repair; nothing if it is repaired or has no due date. */
function useExpected({ expected_back: back, repaired }: Defect): string | null {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  if (back === null || repaired !== null) return null;
  const day = formatDate(Date.parse(back), { ...dates, timeZone: 'UTC' });
  return t('record.vor.expectedText', { day });
}

/** Labour, parts and total cost; null if neither is known. */
function useCosts({ labour_cost: labour, parts_cost: parts, cost }: Defect): string | null {
  const { t } = useTranslation();
  const money = useMoney();
  if (labour === null && parts === null) return null;
  return t('record.costs', {
    labour: money(labour ?? 0),
    parts: money(parts ?? 0),
    cost: money(cost ?? 0),
  });
}

/** The timeline of a defect: completed steps with person and time, and the remaining steps. */
export function DefectCourse({ defect }: { readonly defect: Defect }) {
  const { t } = useTranslation();
  const { reported, verified, assigned, repaired, signed_off: signedOff, job_number: job } = defect;
  const costs = useCosts(defect);
  return (
    <ol className={stack({ gap: 3, width: 'full', padding: 0, margin: 0, list: true })}>
      <CourseStep name={t('record.state.reported')} done={reported} />
      <CourseStep name={t('record.state.verified')} done={verified} />
      <CourseStep name={t('record.state.assigned')} done={assigned} />
      <CourseNote text={useExpected(defect)} />
      <CourseStep name={t('record.state.repaired')} done={repaired} />
      <CourseNote text={job === null ? null : t('record.job', { number: job })} />
      <CourseNote text={costs} />
      <CourseStep name={t('record.state.signed_off')} done={signedOff} />
    </ol>
  );
}
