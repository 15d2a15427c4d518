import type { DefectStep } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../../api/bases.ts';
import { Button } from '../../../ui/button/button.tsx';
import { knownText } from '../../../ui/known-text.ts';
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
    <ul className="record-items">
      {items.map(({ name, severity, finding, remedy }) => (
        <li key={`${name} ${finding}`}>
          <span className="record-item-head">
            <strong>{knownText(name, t)}</strong>
            <SeverityBadge severity={severity} />
          </span>
          <span>{finding}</span>
          {remedy !== null && (
            <span className="details-quiet">{t('record.remedy', { remedy })}</span>
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
    <div className="record-actions">
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
            <span className="status-badge bad">{t('record.overdue')}</span>
          </p>
        )}
        {defect.signature !== null && (
          <img
            className="record-signature"
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
