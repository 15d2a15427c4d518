import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../../shell/display.ts';
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
    <li className={done === null ? 'course-step' : 'course-step done'}>
      <span className="course-mark" aria-hidden="true">
        {done === null ? MARKS.open : MARKS.done}
      </span>
      <div>
        <strong>{name}</strong>
        <p className="details-quiet">
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

/** The life of a defect: what has been done, by whom and when, and what is still to come. */
export function DefectCourse({ defect }: { readonly defect: Defect }) {
  const { t } = useTranslation();
  const { reported, verified, repaired, signed_off: signedOff, job_number: job } = defect;
  return (
    <ol className="record-course">
      <CourseStep name={t('record.state.reported')} done={reported} />
      <CourseStep name={t('record.state.verified')} done={verified} />
      <CourseStep name={t('record.state.repaired')} done={repaired} />
      {job !== null && (
        <li className="course-note details-quiet">{t('record.job', { number: job })}</li>
      )}
      <CourseStep name={t('record.state.signed_off')} done={signedOff} />
    </ol>
  );
}
