import type { DefectStep } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../../api/bases.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { knownText } from '../../../ui/known-text.ts';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import styles from '../../../ui/record/record.module.css';
import { DefectCourse } from './defect-course.tsx';
import { Part } from './records-record-part.tsx';
import { RecordPhotographs } from './records-record-photographs.tsx';
import { SeverityBadge } from './severity-badge.tsx';
import { StepDialog } from './step-dialog.tsx';
import type { Defect } from './use-record.ts';
import { VorPart } from './vor-part.tsx';

/** Description, severity and repair. */
function Findings({ items }: Pick<Defect, 'items'>) {
  const { t } = useTranslation();
  return (
    <ul
      className={cx(
        stack({ gap: 3, width: 'full', padding: 0, margin: 0, list: true }),
        styles.recordItems,
      )}
    >
      {items.map(({ name, severity, finding, remedy }) => (
        <li key={`${name} ${finding}`}>
          <span className={row({ wrap: true, align: 'center', rowGap: 1, columnGap: 2 })}>
            <strong>{knownText(name, t)}</strong>
            <SeverityBadge severity={severity} />
          </span>
          <span>{finding}</span>
          {remedy !== null && (
            <span className={look({ tone: 'quiet', size: 'small' })}>
              {t('record.remedy', { remedy })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The next step is the primary button; sending back is not. */
function Steps({ defect }: { readonly defect: Defect }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<DefectStep | null>(null);
  if (defect.next_steps.length === 0) return null;
  return (
    <div className={row({ wrap: true, gap: 2 })}>
      {defect.next_steps.map((one, n) => (
        <Button key={one} kind={n === 0 ? 'primary' : 'plain'} onClick={() => setStep(one)}>
          {t(
            one === 'assign' && defect.state === 'assigned'
              ? 'record.step.reassign'
              : `record.step.${one}`,
          )}
        </Button>
      ))}
      {step !== null && <StepDialog defect={defect} step={step} onClose={() => setStep(null)} />}
    </div>
  );
}

/** A defect: finding, photos, timeline with the next step, and VOR state. */
export function DefectRecord({ defect }: { readonly defect: Defect }) {
  const { t } = useTranslation();
  return (
    <>
      <Part title={t('record.findings')}>
        <Findings items={defect.items} />
      </Part>
      <RecordPhotographs photographs={defect.photographs} />
      <Part title={t('record.course')}>
        <DefectCourse defect={defect} />
        {defect.is_overdue && (
          <p>
            <Badge tone="bad">{t('record.overdue')}</Badge>
          </p>
        )}
        {defect.signature !== null && (
          <img
            className={cx(look({ border: 'line', radius: 'small' }), styles.recordSignature)}
            src={served(defect.signature)}
            alt={t('record.signature')}
          />
        )}
        <Steps defect={defect} />
      </Part>
      <VorPart
        vehicleId={defect.vehicle.id}
        defectId={defect.state === 'signed_off' ? null : defect.id}
        entries={defect.off_road}
      />
    </>
  );
}
