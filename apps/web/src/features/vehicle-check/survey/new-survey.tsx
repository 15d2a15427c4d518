import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { DateField } from '../../../ui/date-field/date-field.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { VehicleField } from '../../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { FormPanel } from '../form-panel.tsx';
import { ItemField } from './item-field.tsx';
import { useSurveyDraft } from './use-survey-draft.ts';
import { scoreOf, withQuestion } from './vehicle-check-survey-draft.ts';

/** The panel of a new audit survey: day, vehicle, default questions and added ones (L-P05). */
export function NewSurvey({
  depotId,
  onClose,
}: {
  readonly depotId: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const form = useSurveyDraft(depotId, onClose);
  const { draft, change, faults } = form;
  const score = scoreOf(draft.items);
  return (
    <FormPanel
      title={t('vehicleCheck.survey.new')}
      isBusy={form.isBusy}
      status={score === null ? undefined : t('vehicleCheck.survey.score', { score })}
      onSave={form.send}
      onClose={onClose}
    >
      <DateField
        label={t('vehicleCheck.day')}
        fault={faults.date}
        max={form.now}
        value={draft.day}
        onChange={(day) => change({ day })}
      />
      <VehicleField
        label={t('vehicleCheck.survey.vehicle')}
        hint={t('vehicleCheck.survey.vehicleHint')}
        fault={faults.vehicle}
        selected={draft.vehicle}
        onChange={(vehicle) => change({ vehicle })}
      />
      {draft.items.map((item, n) => (
        <ItemField
          key={item.key}
          item={item}
          number={n + 1}
          isShowingFaults={form.isShowingFaults}
          onChange={(changes) => form.changeItem(item.key, changes)}
          onRemove={() => change({ items: draft.items.filter(({ key }) => key !== item.key) })}
        />
      ))}
      <p className="field-fault" role="alert">
        {faults.items?.join(' ')}
      </p>
      <Button onClick={() => form.setDraft((before) => withQuestion(before))}>
        {t('vehicleCheck.survey.add')}
      </Button>
      <Field label={t('vehicleCheck.survey.note')} fault={faults.note}>
        {(props) => (
          <textarea
            {...props}
            rows={3}
            maxLength={500}
            value={draft.note}
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
        )}
      </Field>
    </FormPanel>
  );
}
