import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { missing } from '../../../ui/field/required.ts';
import { ChoiceField, TextField } from '../../../ui/resource/bound-fields.tsx';
import { SettingsState } from '../../../ui/resource/settings-state.tsx';
import { useDraft } from '../../../ui/resource/use-draft.ts';
import { CustomerField } from '../../customers/customer-field.tsx';
import { saveCustomer } from '../../customers/customer-save.ts';
import { type Customer, customerDraft } from '../../customers/customers.ts';
import { useCurrencies } from '../../customers/use-currencies.ts';
import { depotBody, depotDraft } from '../../depots/depots.ts';
import { vehicleBody, vehicleDraft } from '../../vehicles/vehicles.ts';
import { useTypes } from '../../vehicles/vehicles-choices.ts';
import ConnectDevice from './device/connect-device.tsx';
import { StepForm } from './step-form.tsx';
import type { FirstRecords, StepKey } from './use-first-steps.ts';

interface Panel {
  readonly records: FirstRecords;
  /** Called when the step has saved its record. */
  readonly onDone: () => void;
}

/** Whether a new record needs a customer: the user has none. */
const useAsksCustomer = () => useSession().current.user.customers.length === 0;

function CompanyForm({ one, onDone }: Pick<Panel, 'onDone'> & { readonly one: Customer }) {
  const { t } = useTranslation();
  const currencies = useCurrencies();
  const form = useDraft({
    first: customerDraft(one),
    check: (draft) => missing(draft, ['name'], t),
    save: (draft) => saveCustomer(draft, one),
    onSaved: onDone,
  });
  return (
    <StepForm
      form={form}
      more={<Link to="/administration/customers">{t('firstSteps.allFields')}</Link>}
    >
      {(bound) => (
        <>
          <TextField
            form={bound}
            name="name"
            label={t('first.customer')}
            isRequired
            maxLength={90}
          />
          <ChoiceField
            form={bound}
            name="currency"
            label={t('customers.currency')}
            isRequired
            options={currencies}
          />
          <TextField
            form={bound}
            name="maintenance_phone"
            label={t('customers.maintenancePhone')}
            hint={t('customers.maintenancePhoneHint')}
            type="tel"
            maxLength={40}
          />
        </>
      )}
    </StepForm>
  );
}

/** Name, currency and telephone of the company. */
function CompanyPanel({ onDone }: Panel) {
  const { user } = useSession().current;
  const id = user.customers[0]?.id ?? 0;
  const read = useQuery({
    queryKey: ['first-steps', 'company', id],
    queryFn: ({ signal }) => api.customers.read({ params: { id }, signal, quiet: true }),
    enabled: id > 0,
    // A form always loads the current record, and keeps what is typed.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <SettingsState read={read} />
      {read.data !== undefined && <CompanyForm one={read.data} onDone={onDone} />}
    </>
  );
}

function DepotPanel({ onDone }: Panel) {
  const { t } = useTranslation();
  const asksCustomer = useAsksCustomer();
  const form = useDraft({
    first: depotDraft(null),
    check: (draft) => missing(draft, ['name'], t),
    save: (draft) => api.depots.create({ body: depotBody(draft) }),
    onSaved: onDone,
  });
  return (
    <StepForm
      form={form}
      more={
        <Link to="/administration/vehicle-groups" search={{ open: 'new' } as never}>
          {t('firstSteps.allFields')}
        </Link>
      }
    >
      {(bound) => (
        <>
          {asksCustomer && <CustomerField form={bound} />}
          <TextField form={bound} name="name" label={t('depots.name')} isRequired maxLength={90} />
        </>
      )}
    </StepForm>
  );
}

function VehiclePanel({ records: { depots }, onDone }: Panel) {
  const { t } = useTranslation();
  const types = useTypes();
  const asksCustomer = useAsksCustomer();
  // Undefined until chosen: the only depot, which may have been added by the step before.
  const depotOf = (depot: number | null | undefined) =>
    depot === undefined && depots.length === 1 ? (depots[0]?.id ?? null) : (depot ?? null);
  const form = useDraft({
    first: { ...vehicleDraft(null), depot: undefined as number | null | undefined },
    check: (draft) => missing(draft, ['registration'], t),
    save: ({ depot, ...draft }) => {
      const vehicle_groups = depots.filter(({ id }) => id === depotOf(depot));
      return api.vehicles.create({ body: vehicleBody({ ...draft, vehicle_groups }) });
    },
    onSaved: onDone,
  });
  return (
    <StepForm
      form={form}
      more={
        <>
          <Link to="/administration/vehicles" search={{ open: 'new' } as never}>
            {t('firstSteps.allFields')}
          </Link>
          <Link to="/administration/upload-vehicles">{t('firstSteps.importVehicles')}</Link>
        </>
      }
    >
      {(bound) => (
        <>
          {asksCustomer && <CustomerField form={bound} />}
          <TextField
            form={bound}
            name="registration"
            label={t('vehicles.registration')}
            isRequired
            maxLength={20}
          />
          <ChoiceField
            form={bound}
            name="type"
            label={t('vehicles.typeLabel')}
            isRequired
            options={types}
          />
          <ChoiceField
            form={{ ...bound, draft: { ...bound.draft, depot: depotOf(bound.draft.depot) } }}
            name="depot"
            label={t('vehicles.depots')}
            none={t('firstSteps.noDepot')}
            options={depots.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </>
      )}
    </StepForm>
  );
}

function DevicePanel({ records }: Panel) {
  return <ConnectDevice records={records} />;
}

function UserPanel() {
  const { t } = useTranslation();
  return (
    <p>
      <Link className="button primary" to="/administration/users" search={{ open: 'new' } as never}>
        {t('firstSteps.user')}
      </Link>
    </p>
  );
}

const PANELS: Readonly<Record<StepKey, (props: Panel) => React.ReactNode>> = {
  company: CompanyPanel,
  depot: DepotPanel,
  vehicle: VehiclePanel,
  device: DevicePanel,
  user: UserPanel,
};

/** The content of an open step: a short form, or the connection of a device. */
export default function StepPanel({ step, ...panel }: Panel & { readonly step: StepKey }) {
  const Content = PANELS[step];
  return <Content {...panel} />;
}
