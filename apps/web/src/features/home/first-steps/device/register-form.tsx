import { DEVICE_PROTOCOL_NAMES, isDoubtfulImei } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../api/client.ts';
import { missing } from '../../../../ui/field/required.ts';
import { ChoiceField, SwitchField, TextField } from '../../../../ui/resource/bound-fields.tsx';
import { useDraft } from '../../../../ui/resource/use-draft.ts';
import { trackerBody, trackerDraft } from '../../../trackers/trackers.ts';
import { StepForm } from '../step-form.tsx';
import { type StepVehicle, useCountAgain } from '../use-first-steps.ts';

/** Registers a device by its number for the vehicle, before or instead of waiting for it. */
export function RegisterForm({
  vehicle: { id, registration },
  onRegistered,
}: {
  readonly vehicle: StepVehicle;
  readonly onRegistered: () => void;
}) {
  const { t } = useTranslation();
  const countAgain = useCountAgain();
  const form = useDraft({
    first: trackerDraft(null),
    check: (draft) => missing(draft, ['tracker'], t),
    save: (draft) =>
      api.trackers.create({ body: trackerBody({ ...draft, vehicle: { id, registration } }) }),
    onSaved: async () => {
      await countAgain();
      onRegistered();
    },
  });
  return (
    <details>
      <summary>{t('firstSteps.byNumber')}</summary>
      <StepForm form={form}>
        {(bound) => (
          <>
            <TextField
              form={bound}
              name="tracker"
              label={t('trackers.number')}
              hint={t('trackers.numberHint')}
              isRequired
              maxLength={64}
            />
            <ChoiceField
              form={bound}
              name="protocol"
              label={t('trackers.protocol')}
              isRequired
              options={DEVICE_PROTOCOL_NAMES.map((value) => ({
                value,
                label: t(`protocol.${value}`),
              }))}
            />
            {isDoubtfulImei(bound.draft.tracker.trim(), bound.draft.protocol) && (
              <SwitchField
                form={bound}
                name="isNumberSure"
                label={t('trackers.numberSure')}
                hint={t('trackers.numberSureHint')}
              />
            )}
          </>
        )}
      </StepForm>
    </details>
  );
}
