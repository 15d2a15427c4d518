import { MAX_DRIVER_MESSAGE_LETTERS } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { DEPOTS } from '../../ui/pickers/depots-picker.tsx';
import { MultiPicker } from '../../ui/pickers/multi-picker.tsx';
import { AreaField, SwitchField } from '../../ui/resource/bound-fields.tsx';
import { PickerField } from '../../ui/resource/picker-field.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { PLANNED_DRIVERS } from '../driver-planning/planned-drivers.ts';
import type { Message, MessageDraft } from './driver-messages.ts';

/** The fields of a new message. */
export function MessageFields(form: FormProps<MessageDraft, Message>) {
  const { t } = useTranslation();
  const { change, draft, faults, one } = form;
  const names = (chosen: MessageDraft['drivers']) => chosen.map(({ name }) => name);
  // A sent message is not changed; its details show it.
  if (one !== null) return null;
  return (
    <>
      <AreaField
        form={form}
        name="text"
        label={t('driverMessages.text')}
        maxLength={MAX_DRIVER_MESSAGE_LETTERS}
        isRequired
      />
      <SwitchField
        form={form}
        name="asks_confirmation"
        label={t('driverMessages.asksConfirmation')}
        hint={t('driverMessages.asksConfirmationHint')}
      />
      <PickerField
        label={t('driverMessages.drivers')}
        chosen={names(draft.drivers)}
        fault={faults.drivers}
      >
        <MultiPicker
          kind={PLANNED_DRIVERS}
          selected={draft.drivers}
          onChange={(drivers) => change({ drivers })}
        />
      </PickerField>
      <PickerField
        label={t('driverMessages.depots')}
        chosen={names(draft.depots)}
        fault={faults.depots}
        hint={t('driverMessages.depotsHint')}
      >
        <MultiPicker
          kind={DEPOTS}
          selected={draft.depots}
          onChange={(depots) => change({ depots })}
        />
      </PickerField>
    </>
  );
}
