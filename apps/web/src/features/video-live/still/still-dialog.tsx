import { formatDate, formatTime } from '@roadworthy/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { Field } from '../../../ui/field/field.tsx';
import { type Faults, faultsOf } from '../../../ui/field/form-dialog.tsx';
import { CancelButton } from '../../../ui/form-actions.tsx';
import { cx, look, stack } from '../../../ui/look/look.ts';
import { toast } from '../../../ui/toast.ts';
import { sendStill } from './send-still.ts';
import styles from './still.module.css';

/** Requirement H-41: as long as a document's description. */
const LENGTH = { least: 2, most: 90 } as const;

/** A still from video, with its source. */
export interface Still {
  readonly vehicle: { readonly id: number; readonly registration: string };
  readonly camera: number;
  readonly cameraName: string;
  readonly takenAtMs: number;
  readonly picture: Blob;
  /** Created once per still, so that a retry is the same request. */
  readonly key: string;
}

/** Shows the still and asks for a description before it becomes a document of the vehicle file. */
export function StillDialog({
  still,
  onDownload,
  onClose,
}: {
  readonly still: Still;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { vehicle, camera, cameraName, takenAtMs, picture, key } = still;
  const [address, setAddress] = useState<string | null>(null);
  const [description, setDescription] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);

  const save = async (close: () => void) => {
    const said = description.trim();
    if (said.length < LENGTH.least) {
      setFaults({ description: [t('videoStill.short')] });
      return;
    }
    setIsBusy(true);
    try {
      await sendStill({
        vehicleId: vehicle.id,
        ...{ camera, takenAtMs, picture, key, description: said },
      });
      toast.success(t('videoStill.saved', { registration: vehicle.registration }));
      close();
    } catch (error) {
      const found = faultsOf(error);
      setFaults(found ?? { form: [(error as Error).message] });
      setIsBusy(false);
    }
  };
  const elsewhere = Object.entries(faults).flatMap(([field, texts]) =>
    field === 'description' ? [] : texts,
  );
  return (
    <Dialog
      title={t('videoStill.title')}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <>
          <CancelButton onClick={close} />
          <Button onClick={onDownload}>{t('videoStill.download')}</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void save(close)}>
            {t('videoStill.save')}
          </Button>
        </>
      )}
    >
      <div className={cx(stack({ gap: 3 }), styles.videoStill)}>
        {address !== null && <img src={address} alt={t('videoStill.of', { camera: cameraName })} />}
        <p className={look({ tone: 'quiet', numeric: true })}>
          {vehicle.registration} · {cameraName} · {formatDate(takenAtMs, dates)}{' '}
          {formatTime(takenAtMs, dates, true)}
        </p>
        <Field
          label={t('videoStill.description')}
          hint={t('videoStill.hint')}
          isRequired
          fault={faults.description}
        >
          {(props) => (
            <input
              {...props}
              type="text"
              maxLength={LENGTH.most}
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          )}
        </Field>
        <p role="alert" className="field-fault">
          {elsewhere.join(' ')}
        </p>
      </div>
    </Dialog>
  );
}
