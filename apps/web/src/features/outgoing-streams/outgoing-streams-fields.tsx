import { FEED_KINDS, MQTT_VERSIONS, NATS_MODES, OUTGOING_STREAM_KINDS } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { MultiSelect } from '../../ui/multi-select/multi-select.tsx';
import { DepotsPicker } from '../../ui/pickers/depots-picker.tsx';
import { VehiclesPicker } from '../../ui/pickers/vehicles-picker.tsx';
import {
  ChoiceField,
  FieldGroup,
  SwitchField,
  TextField,
} from '../../ui/resource/bound-fields.tsx';
import { PickerField } from '../../ui/resource/picker-field.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { CustomerField } from '../customers/customer-field.tsx';
import type { Stream, StreamDraft } from './outgoing-streams.ts';

type Form = FormProps<StreamDraft, Stream>;

/** Topic or subject, and credentials of a broker. */
function BrokerFields(form: Form) {
  const { t } = useTranslation();
  const isNats = form.draft.kind === 'nats';
  const hasPassword = form.one?.has_password === true;
  return (
    <>
      <TextField
        form={form}
        name="topic"
        label={t(isNats ? 'outgoingStreams.subject' : 'outgoingStreams.topic')}
        hint={t(isNats ? 'outgoingStreams.subjectHint' : 'outgoingStreams.topicHint')}
        isRequired
      />
      {isNats ? (
        <ChoiceField
          form={form}
          name="nats_mode"
          label={t('outgoingStreams.mode')}
          options={NATS_MODES.map((value) => ({
            value,
            label: t(`outgoingStreams.mode.${value}`),
          }))}
        />
      ) : (
        <ChoiceField
          form={form}
          name="mqtt_version"
          label={t('outgoingStreams.version')}
          options={MQTT_VERSIONS.map((value) => ({ value, label: `MQTT ${value}` }))}
        />
      )}
      <TextField
        form={form}
        name="username"
        label={t('outgoingStreams.username')}
        {...(isNats ? { hint: t('outgoingStreams.tokenHint') } : {})}
      />
      <TextField
        form={form}
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={500}
        label={t('outgoingStreams.password')}
        {...(hasPassword ? { hint: t('outgoingStreams.passwordKept') } : {})}
      />
      {hasPassword && form.draft.password === '' && (
        <SwitchField
          form={form}
          name="removes_password"
          label={t('outgoingStreams.removePassword')}
        />
      )}
    </>
  );
}

/** The vehicles whose records are sent. */
function VehicleFields(form: Form) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  return (
    <FieldGroup title={t('outgoingStreams.vehicles')}>
      <SwitchField
        form={form}
        name="some_vehicles"
        label={t('outgoingStreams.someVehicles')}
        hint={t('outgoingStreams.someVehiclesHint')}
      />
      {draft.some_vehicles && (
        <>
          <PickerField
            label={t('outgoingStreams.ofDepots')}
            chosen={draft.depots.map(({ name }) => name)}
            fault={faults.depots}
          >
            <DepotsPicker selected={draft.depots} onChange={(depots) => change({ depots })} />
          </PickerField>
          <PickerField
            label={t('outgoingStreams.ofVehicles')}
            chosen={draft.vehicles.map(({ name }) => name)}
            fault={faults.vehicles}
          >
            <VehiclesPicker
              selected={draft.vehicles}
              onChange={(vehicles) => change({ vehicles })}
            />
          </PickerField>
        </>
      )}
    </FieldGroup>
  );
}

/** The destination, its credentials, and what is sent. */
export function StreamFields(form: Form) {
  const { t } = useTranslation();
  const { draft, faults, one, change } = form;
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={t('outgoingStreams.name')}
        maxLength={90}
        isRequired
      />
      <CustomerField form={form} />
      <FieldGroup title={t('outgoingStreams.destination')}>
        {one === null && (
          <ChoiceField
            form={form}
            name="kind"
            label={t('outgoingStreams.kind')}
            options={OUTGOING_STREAM_KINDS.map((value) => ({
              value,
              label: t(`outgoingStreams.kind.${value}`),
            }))}
          />
        )}
        <TextField
          form={form}
          name="address"
          label={t('outgoingStreams.address')}
          hint={t(`outgoingStreams.addressHint.${draft.kind}`)}
          maxLength={500}
          isRequired
        />
        {draft.kind !== 'webhook' && <BrokerFields {...form} />}
      </FieldGroup>
      <FieldGroup title={t('outgoingStreams.records')}>
        <MultiSelect
          label={t('outgoingStreams.feeds')}
          options={FEED_KINDS.map((value) => ({ value, label: t(`dataFeeds.kind.${value}`) }))}
          chosen={new Set(draft.feeds)}
          fault={faults.feeds?.join(' ') ?? null}
          onChange={(feeds) => change({ feeds })}
        />
        <p className="field-hint">{t('outgoingStreams.feedsHint')}</p>
      </FieldGroup>
      <VehicleFields {...form} />
      <SwitchField form={form} name="is_on" label={t('outgoingStreams.isOn')} />
    </>
  );
}
