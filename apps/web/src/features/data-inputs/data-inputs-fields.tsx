import { DATA_INPUT_KINDS } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import {
  ChoiceField,
  FieldGroup,
  SwitchField,
  TextField,
} from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { CustomerField } from '../customers/customer-field.tsx';
import { FIRST_MAPPINGS, type Input, type InputDraft } from './data-inputs.ts';

type Form = FormProps<InputDraft, Input>;

/** The broker of an MQTT input, and its credentials. */
function BrokerFields(form: Form) {
  const { t } = useTranslation();
  const hasPassword = form.one?.has_password === true;
  return (
    <FieldGroup title={t('dataInputs.broker')}>
      <TextField
        form={form}
        name="address"
        label={t('dataInputs.address')}
        hint={t('dataInputs.addressHint')}
        maxLength={500}
        isRequired
      />
      <TextField
        form={form}
        name="topic"
        label={t('dataInputs.topic')}
        hint={t('dataInputs.topicHint')}
        isRequired
      />
      <TextField form={form} name="username" label={t('dataInputs.username')} />
      <TextField
        form={form}
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={500}
        label={t('dataInputs.password')}
        {...(hasPassword ? { hint: t('dataInputs.passwordKept') } : {})}
      />
      {hasPassword && form.draft.password === '' && (
        <SwitchField form={form} name="removes_password" label={t('dataInputs.removePassword')} />
      )}
      <TextField
        form={form}
        name="client_id"
        label={t('dataInputs.clientId')}
        hint={t('dataInputs.clientIdHint')}
        maxLength={100}
      />
    </FieldGroup>
  );
}

/** Where messages come from; their mapping has a dialog of its own. */
export function InputFields(form: Form) {
  const { t } = useTranslation();
  const { draft, one } = form;
  return (
    <>
      <TextField form={form} name="name" label={t('dataInputs.name')} maxLength={90} isRequired />
      <CustomerField form={form} />
      {one === null && (
        <>
          <ChoiceField
            form={form}
            name="kind"
            label={t('dataInputs.kind')}
            hint={t(`dataInputs.kindHint.${draft.kind}`)}
            options={DATA_INPUT_KINDS.map((value) => ({
              value,
              label: t(`dataInputs.kind.${value}`),
            }))}
          />
          <ChoiceField
            form={form}
            name="first_mapping"
            label={t('dataInputs.firstMapping')}
            hint={t(`dataInputs.firstMappingHint.${draft.first_mapping}`)}
            options={FIRST_MAPPINGS.map((value) => ({
              value,
              label: t(`dataInputs.preset.${value}`),
            }))}
          />
        </>
      )}
      {draft.kind === 'mqtt' && <BrokerFields {...form} />}
      <SwitchField form={form} name="is_on" label={t('dataInputs.isOn')} />
    </>
  );
}
