import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isElsewhere, served } from '../../../api/bases.ts';
import { Button } from '../../../ui/button/button.tsx';
import { openOwnFile } from '../../../ui/own-file.ts';
import { toast } from '../../../ui/toast.ts';
import type { Activity } from '../../../ui/vehicle-file/activities.ts';
import { saveCheckPdf, saveDefectPdf, saveInspectionPdf } from '../vehicle-file-pdf.ts';

/** The record behind an activity that is available as a PDF (requirements G-26, G-27, J-25). */
function recordOf({ activity_type_reference: reference, record_id: recordId }: Activity) {
  if (recordId === null) return null;
  if (reference === 'DEFECT')
    return { recordId, save: saveDefectPdf, label: 'vehicleFile.viewDefect' };
  if (reference === 'SAFETY_INSPECTION') {
    return { recordId, save: saveInspectionPdf, label: 'vehicleFile.viewInspection' };
  }
  if (reference === 'DRIVER_CHECK') {
    return { recordId, save: saveCheckPdf, label: 'vehicleFile.viewCheck' };
  }
  return null;
}

/**
 * "View": the uploaded document, and the report of a defect or safety inspection
 * (requirements G-25 to G-27). A defect's button shows its reference number.
 */
export function DocumentCell({ activity }: { readonly activity: Activity }) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const { document, vehicle, reference_number: referenceNumber } = activity;
  const record = recordOf(activity);
  const values = { registration: vehicle.registration };
  const save = async () => {
    if (record === null) return;
    setIsBusy(true);
    await record.save(record.recordId, vehicle.registration, {
      failed: t('vehicleFile.pdfFailed'),
      tokenFailed: t('vehicleFile.tokenFailed'),
    });
    setIsBusy(false);
  };
  return (
    <span className="document-cell">
      {document !== null && (
        <a
          className="table-action"
          href={served(document)}
          target="_blank"
          rel="noreferrer"
          onClick={(event) => {
            if (!isElsewhere(served(document))) return;
            event.preventDefault();
            openOwnFile(document).catch(() => toast.error(t('vehicleFile.pdfFailed')));
          }}
          aria-label={t('vehicleFile.viewDocument', values)}
        >
          {t('vehicleFile.view')}
        </a>
      )}
      {record !== null && (
        <Button
          kind="bare"
          className="table-action"
          disabled={isBusy}
          title={referenceNumber ?? undefined}
          aria-label={t(record.label, values)}
          onClick={() => void save()}
        >
          {t('vehicleFile.view')}
        </Button>
      )}
    </span>
  );
}
