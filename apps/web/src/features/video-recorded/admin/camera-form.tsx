import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Faults, FormDialog } from '../../../ui/field/form-dialog.tsx';
import { cx, stack } from '../../../ui/look/look.ts';
import type { ChosenVehicle } from '../../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../../ui/vehicle-autocomplete/vehicle-field.tsx';
import styles from './admin.module.css';
import { type Camera, type CameraDraft, CameraFields } from './camera-fields.tsx';

/** The request body of a camera. */
export type CameraBody = CameraDraft & { readonly vehicle: number };

const NEW: CameraDraft = {
  channel: 1,
  name: '',
  source: 'jt1078',
  address: null,
  live_mode: 'stream',
  is_active: true,
};

/** Creates or edits a camera: vehicle, channel, name and source (F-P02). */
export function CameraForm({
  camera,
  onSave,
  onClose,
}: {
  /** Null for a new one. */
  readonly camera: Camera | null;
  readonly onSave: (body: CameraBody) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [vehicle, setVehicle] = useState<ChosenVehicle | null>(camera?.vehicle ?? null);
  const [body, setBody] = useState<CameraDraft>(() => {
    if (camera === null) return NEW;
    const { id: _id, vehicle: _vehicle, ...rest } = camera;
    return rest;
  });
  const [faults, setFaults] = useState<Faults>({});
  const change = (part: Partial<CameraDraft>) => setBody((before) => ({ ...before, ...part }));
  const save = async () => {
    const missing: Record<string, string[]> = {};
    if (vehicle === null) missing.vehicle = [t('historic.cameras.vehicleNeeded')];
    if (body.name.trim() === '') missing.name = [t('historic.cameras.nameNeeded')];
    setFaults(missing);
    if (vehicle === null || Object.keys(missing).length > 0) return;
    const address = body.source === 'rtsp' ? body.address : null;
    await onSave({ ...body, name: body.name.trim(), address, vehicle: vehicle.id });
  };
  return (
    <FormDialog
      title={t(camera === null ? 'historic.cameras.add' : 'historic.cameras.change')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <div className={cx(stack({ columns: 'two', rowGap: 1, columnGap: 4 }), styles.adminFields)}>
        <div className={styles.whole}>
          <VehicleField
            label={t('historic.registration')}
            fault={faults.vehicle}
            selected={vehicle}
            onChange={setVehicle}
          />
        </div>
        <CameraFields draft={body} faults={faults} onChange={change} />
      </div>
    </FormDialog>
  );
}
