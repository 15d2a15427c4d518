import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, pathOf } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { saveFrom } from '../../../ui/download-menu/save-report.ts';
import { CloseButton } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.ts';
import styles from './qr-label.module.css';
import { VehicleCode } from './vehicle-code.tsx';

/** Scope of the labels: one vehicle, a depot, or all visible vehicles. */
export interface LabelsOf {
  readonly vehicle: { readonly id: number; readonly registration: string } | null;
  readonly depotId: number | null;
}

const PAGES = ['documents', 'help'] as const;
type Page = (typeof PAGES)[number];

function PageChoice({
  page,
  onPage,
}: {
  readonly page: Page;
  readonly onPage: (page: Page) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.qrLabelPages}>
      <legend>{t('qrLabel.leadsTo')}</legend>
      {PAGES.map((one) => (
        <label key={one}>
          <input type="radio" name="page" checked={one === page} onChange={() => onPage(one)} />
          {t(`qrLabel.page.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Prints QR codes as a PDF, and renews or revokes the code of a vehicle. */
export function LabelDialog({
  of: { vehicle, depotId },
  onClose,
}: {
  readonly of: LabelsOf;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [page, setPage] = useState<Page>('documents');
  const [isBusy, setIsBusy] = useState(false);
  const print = async () => {
    setIsBusy(true);
    const query = vehicle === null ? { vehicle_group: depotId } : { vehicle: vehicle.id };
    try {
      const address = addressOf(pathOf('qrCodes', 'labels'), { query: { ...query, page } });
      await saveFrom(address, 'qr-labels.pdf');
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={
        vehicle === null
          ? t('qrLabel.sheet')
          : t('qrLabel.title', { registration: vehicle.registration })
      }
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <>
          <CloseButton onClick={close} />
          <Button kind="primary" disabled={isBusy} onClick={print}>
            {t(isBusy ? 'qrLabel.printing' : 'qrLabel.print')}
          </Button>
        </>
      )}
    >
      <div className={styles.qrLabel}>
        {vehicle === null ? (
          <p>{t(depotId === null ? 'qrLabel.ofAll' : 'qrLabel.ofDepot')}</p>
        ) : (
          <VehicleCode vehicleId={vehicle.id} />
        )}
        <PageChoice page={page} onPage={setPage} />
      </div>
    </Dialog>
  );
}
