import type { AnswerOf, contract } from '@roadworthy/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../../ui/field/form-dialog.tsx';
import { cx, row, stack } from '../../../ui/look/look.ts';
import { Select } from '../../../ui/select/select.tsx';
import type { ChosenVehicle } from '../../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../../ui/vehicle-autocomplete/vehicle-field.tsx';
import styles from './admin.module.css';

export type Camera = AnswerOf<typeof contract.cameras.cameras>['results'][number];

/** The request body of a camera. */
export type CameraBody = Omit<Camera, 'id' | 'vehicle'> & { readonly vehicle: number };

const SOURCES = ['jt1078', 'rtsp', 'upload'] as const;
const LIVE_MODES = ['snapshot', 'stream'] as const;
const NEW: Omit<CameraBody, 'vehicle'> = {
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
  const [body, setBody] = useState<Omit<CameraBody, 'vehicle'>>(() => {
    if (camera === null) return NEW;
    const { id: _id, vehicle: _vehicle, ...rest } = camera;
    return rest;
  });
  const [faults, setFaults] = useState<Faults>({});
  const change = (part: Partial<typeof body>) => setBody((before) => ({ ...before, ...part }));
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
        <Field label={t('historic.cameras.name')} fault={faults.name}>
          {(props) => (
            <input
              {...props}
              maxLength={60}
              value={body.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={t('historic.cameras.channel')} fault={faults.channel}>
          {(props) => (
            <input
              {...props}
              type="number"
              min={1}
              max={32}
              value={body.channel}
              onChange={(event) => change({ channel: Number(event.currentTarget.value) })}
            />
          )}
        </Field>
        <Field label={t('historic.cameras.source')} fault={faults.source}>
          {(props) => (
            <Select
              {...props}
              value={body.source}
              onChange={({ currentTarget }) =>
                change({ source: currentTarget.value as CameraBody['source'] })
              }
            >
              {SOURCES.map((source) => (
                <option key={source} value={source}>
                  {t(`historic.cameras.source.${source}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('historic.cameras.liveMode')} fault={faults.live_mode}>
          {(props) => (
            <Select
              {...props}
              value={body.live_mode}
              onChange={({ currentTarget }) =>
                change({ live_mode: currentTarget.value as CameraBody['live_mode'] })
              }
            >
              {LIVE_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {t(`historic.cameras.liveMode.${mode}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {body.source === 'rtsp' && (
          <div className={styles.whole}>
            <Field
              label={t('historic.cameras.address')}
              hint={t('historic.cameras.addressHint')}
              fault={faults.address}
            >
              {(props) => (
                <input
                  {...props}
                  autoComplete="off"
                  maxLength={500}
                  placeholder="rtsp://"
                  value={body.address ?? ''}
                  onChange={(event) => change({ address: event.currentTarget.value })}
                />
              )}
            </Field>
          </div>
        )}
        <label
          className={cx(
            row({ align: 'center', gap: 2, minHeight: 40 }),
            styles.adminCheck,
            styles.whole,
          )}
        >
          <input
            type="checkbox"
            checked={body.is_active}
            onChange={(event) => change({ is_active: event.currentTarget.checked })}
          />
          {t('historic.cameras.active')}
        </label>
      </div>
    </FormDialog>
  );
}
