import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { look } from '../../ui/look/look.ts';
import { FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import { tyrePosition } from '../../ui/tyre-position.ts';
import { today, useDialogForm } from './tyre-steps.tsx';

import { numberOf, type TyresDialogProps } from './tyres.ts';
import { useVisit, VisitFields } from './visit-fields.tsx';

/** Enters tread and pressure of all positions of a vehicle; empty fields were not measured. */
export function ReadingsDialog({ of, onDone, onClose }: TyresDialogProps) {
  const { t } = useTranslation();
  const visit = useVisit();
  const { form, setFaults } = useDialogForm<
    { at: string; odometer_m: string } & Record<string, string>
  >({ at: today(), odometer_m: '' });
  const save = async () => {
    const { at: read_at, odometer_m } = visit(form.draft);
    const readings = of.positions.map(({ position }) => ({
      position,
      tread_mm: numberOf(form.draft[`${position} tread`] ?? ''),
      pressure_kpa: numberOf(form.draft[`${position} pressure`] ?? ''),
    }));
    await api.tyres.addReadings({
      params: { vehicle: of.vehicle.id },
      body: { read_at, odometer_m, readings },
    });
    onDone();
  };
  const { read_at, readings, ...others } = form.faults;
  const faults = read_at === undefined ? others : { ...others, at: read_at };
  return (
    <FormDialog title={t('tyres.measure')} onSave={save} onFaults={setFaults} onClose={onClose}>
      {readings !== undefined && (
        <p role="alert" className="field-fault">
          {readings.join(' ')}
        </p>
      )}
      {of.positions.map(({ position }) => (
        <FieldGroup key={position} title={tyrePosition(position, t)}>
          <div className={look({ flow: 'stack', columns: 'two', gap: 2 })}>
            <TextField
              form={form}
              name={`${position} tread`}
              type="number"
              label={t('tyres.treadMm')}
            />
            <TextField
              form={form}
              name={`${position} pressure`}
              type="number"
              label={t('tyres.pressureKpa')}
            />
          </div>
        </FieldGroup>
      ))}
      <VisitFields form={{ ...form, faults }} />
    </FormDialog>
  );
}
