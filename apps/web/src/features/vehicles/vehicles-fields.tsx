import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { DepotsPicker } from '../../ui/pickers/depots-picker.tsx';
import { RepairerPicker } from '../../ui/pickers/repairer-picker.tsx';
import { ScheduleTypesPicker } from '../../ui/pickers/schedule-types-picker.tsx';
import { TrackersPicker } from '../../ui/pickers/trackers-picker.tsx';
import { ChoiceField, DayField, FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import { PickerField } from '../../ui/resource/picker-field.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { CustomerField } from '../customers/customer-field.tsx';
import { ListFields } from './list-fields.tsx';
import { ModelField } from './model-field.tsx';
import { KindField, PlateFields } from './plate-fields.tsx';
import { RegistrationLookup } from './registration-lookup.tsx';
import { VehicleDriverPicker } from './vehicle-driver-picker.tsx';
import type { Vehicle, VehicleDraft } from './vehicles.ts';
import { useEnergies, useTypes, useVehicleLists } from './vehicles-choices.ts';

type Form = FormProps<VehicleDraft, Vehicle>;

const namesOf = (chosen: readonly { readonly name: string }[]) => chosen.map(({ name }) => name);

/** Registration, type and model. */
function Description({
  form,
  customer,
}: {
  readonly form: Form;
  readonly customer: number | null;
}) {
  const { t } = useTranslation();
  const lists = useVehicleLists(customer);
  return (
    <>
      <TextField
        form={form}
        name="registration"
        label={t('vehicles.registration')}
        isRequired
        maxLength={20}
      />
      <RegistrationLookup form={form} />
      <ModelField form={form} lists={lists} none={t('vehicles.none')} />
      <div className="resource-pair">
        <ChoiceField
          form={form}
          name="type"
          label={t('vehicles.typeLabel')}
          isRequired
          options={useTypes()}
        />
        <KindField form={form} />
      </div>
      <div className="resource-pair">
        <ChoiceField
          form={form}
          name="vehicle_type"
          label={t('vehicles.energyLabel')}
          options={useEnergies()}
        />
        <TextField form={form} name="vin" label={t('vehicles.vin')} maxLength={17} />
      </div>
      <div className="resource-pair">
        <DayField form={form} name="first_registered_on" label={t('vehicles.firstRegistered')} />
        <TextField
          form={form}
          name="trailer_number"
          label={t('vehicles.trailerNumber')}
          maxLength={30}
        />
      </div>
      <ListFields form={form} lists={lists} none={t('vehicles.none')} />
    </>
  );
}

/** Depot, driver and other assignments. */
function Assignments({
  form,
  customer,
}: {
  readonly form: Form;
  readonly customer: number | null;
}) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  return (
    <FieldGroup title={t('vehicles.belongings')}>
      <PickerField
        label={t('vehicles.depots')}
        chosen={namesOf(draft.vehicle_groups)}
        fault={faults.vehicle_groups}
      >
        <DepotsPicker
          selected={draft.vehicle_groups}
          onChange={(vehicle_groups) => change({ vehicle_groups })}
        />
      </PickerField>
      <PickerField
        label={t('vehicles.trackers')}
        chosen={namesOf(draft.trackers)}
        fault={faults.trackers}
        hint={t('vehicles.trackersHint')}
      >
        <TrackersPicker selected={draft.trackers} onChange={(trackers) => change({ trackers })} />
      </PickerField>
      <PickerField
        label={t('vehicles.driver')}
        chosen={draft.driver === null ? [] : [draft.driver.name]}
        fault={faults.driver}
      >
        <VehicleDriverPicker
          label={t('vehicles.driver')}
          selected={draft.driver}
          onChange={(driver) => change({ driver })}
        />
      </PickerField>
      <PickerField
        label={t('vehicles.schedules')}
        chosen={namesOf(draft.schedule_types)}
        fault={faults.schedule_types}
        hint={t('vehicles.schedulesHint')}
      >
        <ScheduleTypesPicker
          selected={draft.schedule_types}
          onChange={(schedule_types) => change({ schedule_types })}
        />
      </PickerField>
      <PickerField
        label={t('vehicles.repairer')}
        chosen={draft.repairer === null ? [] : [draft.repairer.name]}
        fault={faults.repairer}
      >
        <RepairerPicker
          isOptional
          {...(customer === null ? {} : { customerId: customer })}
          selected={draft.repairer}
          onChange={(repairer) => change({ repairer })}
        />
      </PickerField>
    </FieldGroup>
  );
}

/** The fields of a vehicle (requirement O-P04). */
export function VehicleFields(form: Form) {
  const { is_global_admin: seesAll } = useSession().current.user;
  // With several customers, the lists are those of the vehicle's.
  const customer = seesAll ? (form.one?.customer ?? form.draft.customer) : null;
  return (
    <>
      <CustomerField form={form} />
      <Description form={form} customer={customer} />
      <PlateFields {...form} />
      <Assignments form={form} customer={customer} />
    </>
  );
}
