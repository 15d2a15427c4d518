import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { FieldGroup, SwitchField, TextField } from '../../ui/resource/bound-fields.tsx';
import { useDialogForm } from './tyre-steps.tsx';
import { useTyreTexts } from './tyre-words.tsx';
import { numberOf, type TyresDialogProps } from './tyres.ts';

type Draft = Record<string, string | boolean>;

/** Sets the wheels, the recommended pressures and the limits of a vehicle. */
export function SettingsDialog({ of, onDone, onClose }: TyresDialogProps) {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  const { settings } = of;
  const { form, setFaults } = useDialogForm<Draft>({
    low_pressure_pct: String(settings.low_pressure_pct),
    least_tread_mm: settings.least_tread_mm === null ? '' : String(settings.least_tread_mm),
    spares: String(settings.spares),
    ...Object.fromEntries(
      of.axles.flatMap(({ axle, is_steered, is_twin, pressure_kpa }) => [
        [`twin ${axle}`, is_twin],
        [`steered ${axle}`, is_steered],
        [`pressure ${axle}`, pressure_kpa === null ? '' : String(pressure_kpa)],
      ]),
    ),
  });
  const { draft } = form;
  const text = (name: string) => String(draft[name] ?? '');
  const axlesWith = (name: string) =>
    of.axles.flatMap(({ axle }) => (draft[`${name} ${axle}`] === true ? [axle] : []));
  const save = async () => {
    const pressures = of.axles.map(({ axle }) => numberOf(text(`pressure ${axle}`)));
    const entered = pressures.filter((one) => one !== null);
    if (entered.length > 0 && entered.length < pressures.length) {
      setFaults({ pressures_kpa: [t('tyres.allPressures')] });
      return;
    }
    await api.tyres.changeSettings({
      params: { vehicle: of.vehicle.id },
      body: {
        twin_axles: axlesWith('twin'),
        steered_axles: axlesWith('steered'),
        spares: numberOf(text('spares')) ?? 0,
        pressures_kpa: entered.length === 0 ? null : entered,
        low_pressure_pct: numberOf(text('low_pressure_pct')) ?? 20,
        least_tread_mm: numberOf(text('least_tread_mm')),
      },
    });
    onDone();
  };
  return (
    <FormDialog title={t('tyres.settings')} onSave={save} onFaults={setFaults} onClose={onClose}>
      {form.faults.pressures_kpa !== undefined && (
        <p role="alert" className="field-fault">
          {form.faults.pressures_kpa.join(' ')}
        </p>
      )}
      {of.axles.map(({ axle }) => (
        <FieldGroup key={axle} title={t('tyres.axle', { axle })}>
          <SwitchField form={form} name={`twin ${axle}`} label={t('tyres.twin')} />
          <SwitchField
            form={form}
            name={`steered ${axle}`}
            label={t('tyres.steered')}
            hint={t('tyres.steeredHint')}
          />
          <TextField
            form={form}
            name={`pressure ${axle}`}
            type="number"
            label={t('tyres.recommendedKpa')}
          />
        </FieldGroup>
      ))}
      <TextField
        form={form}
        name="low_pressure_pct"
        type="number"
        label={t('tyres.lowPressurePct')}
        hint={t('tyres.lowPressureHint')}
      />
      <TextField
        form={form}
        name="least_tread_mm"
        type="number"
        label={t('tyres.leastTread')}
        hint={t('tyres.leastTreadHint', {
          legal: texts.tread(of.legal_mm),
          limit: texts.tread(of.limit_mm),
        })}
      />
      <TextField form={form} name="spares" type="number" label={t('tyres.spares')} />
    </FormDialog>
  );
}
