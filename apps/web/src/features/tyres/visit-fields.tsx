import { metresFromDistance } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { DayField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { numberOf, timeOfDay } from './tyres.ts';

/** When something was done to the tyres of a vehicle, and its odometer then. */
export interface VisitDraft {
  readonly at: string;
  readonly odometer_m: string;
}

/** The fields of a visit, with the odometer in the person's unit. */
export function VisitFields<Draft extends VisitDraft>({
  form,
}: {
  readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'>;
}) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  return (
    <div className="resource-pair">
      <DayField form={form} name="at" label={t('tyres.at')} isRequired />
      <TextField
        form={form}
        name="odometer_m"
        type="number"
        label={t('servicePlans.odometerIn', { unit: t(`servicePlans.unit.${unit}`) })}
        hint={t('tyres.odometerHint')}
      />
    </div>
  );
}

/** The visit as the calls take it. */
export function useVisit() {
  const { unit } = useDisplay();
  return ({ at, odometer_m }: VisitDraft) => {
    const odometer = numberOf(odometer_m);
    return {
      at: timeOfDay(at),
      odometer_m: odometer === null ? null : Math.round(metresFromDistance(odometer, unit)),
    };
  };
}
