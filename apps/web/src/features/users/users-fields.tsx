import { isAdministrator, MODULES, ROLE_RIGHTS, ROLES } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { rightsOf } from '../../session/rights.ts';
import { MultiSelect } from '../../ui/multi-select/multi-select.tsx';
import { DepotsPicker } from '../../ui/pickers/depots-picker.tsx';
import { DriverPicker } from '../../ui/pickers/driver-picker.tsx';
import { DriverVehiclePicker } from '../../ui/pickers/driver-vehicle-picker.tsx';
import { RegionsPicker } from '../../ui/pickers/regions-picker.tsx';
import {
  ChoiceField,
  FieldGroup,
  SwitchField,
  TextField,
} from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import type { ManagedUser, UserDraft } from './users.ts';
import { Fold } from './users-fold.tsx';

type Props = FormProps<UserDraft, ManagedUser>;

/** Permission, modules and flags: users can only grant what they hold, so only that is offered. */
function RightsFields(form: Props) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { draft, faults, one, change } = form;
  const grantor = rightsOf(current);
  const seesAll = grantor.isGlobalAdmin;
  const role = ROLES.find((name) => ROLE_RIGHTS[name].id === draft.permission);
  const mayGiveRole = (name: (typeof ROLES)[number]) =>
    seesAll || !ROLE_RIGHTS[name].canWrite || ROLE_RIGHTS[grantor.role].canWrite;
  const offered = MODULES.filter(
    ({ id, name }) =>
      seesAll || grantor.modules.includes(name) || one?.modules.some((held) => held.id === id),
  );
  return (
    <FieldGroup title={t('users.rights')}>
      <ChoiceField
        form={form}
        name="permission"
        label={t('users.permission')}
        hint={role === undefined ? '' : t(`users.roleText.${role}`)}
        isRequired
        options={ROLES.filter((name) => name === role || mayGiveRole(name)).map((name) => ({
          value: ROLE_RIGHTS[name].id,
          label: t(`users.role.${name}`),
        }))}
      />
      {role !== 'GUEST' && (
        <MultiSelect
          label={t('users.modules')}
          options={offered.map(({ id }) => ({ value: id, label: t(`users.module.${id}`) }))}
          chosen={new Set(draft.modules)}
          fault={faults.modules?.join(' ') ?? null}
          none={t('users.noModule')}
          onChange={(modules) => change({ modules })}
        />
      )}
      {role !== undefined && !ROLE_RIGHTS[role].isLimitedUser && (
        <SwitchField
          form={form}
          name="is_limited_user"
          label={t('users.limited')}
          hint={t('users.limitedHint')}
        />
      )}
      {isAdministrator(grantor) && (
        <SwitchField
          form={form}
          name="is_customer_admin"
          label={t('users.customerAdmin')}
          hint={t('users.customerAdminHint')}
        />
      )}
      <SwitchField
        form={form}
        name="is_user_vehicle_admin"
        label={t('users.vehicleAdmin')}
        hint={t('users.vehicleAdminHint')}
      />
      {seesAll && (
        <SwitchField
          form={form}
          name="is_global_admin"
          label={t('users.globalAdmin')}
          hint={t('users.globalAdminHint')}
        />
      )}
    </FieldGroup>
  );
}

/** The user's customer; only a global administrator can choose it. */
function CustomerField(form: Props) {
  const { t } = useTranslation();
  const list = useQuery({
    queryKey: ['customer', 'choices'],
    queryFn: ({ signal }) => api.customers.list({ query: { pageSize: 400 }, signal }),
  });
  return (
    <ChoiceField
      form={form}
      name="customers"
      label={t('users.customer')}
      options={(list.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      none={t('users.noCustomer')}
    />
  );
}

/** The user's scope: regions, depots, and a driver's record and vehicle. */
function PlaceFields({ draft, faults, change }: Props) {
  const { t } = useTranslation();
  const names = (chosen: readonly { readonly name: string }[]) =>
    chosen.length === 0 ? t('users.all') : chosen.map(({ name }) => name).join(', ');
  return (
    <FieldGroup title={t('users.scope')}>
      <p className="field-hint">{t('users.scopeHint')}</p>
      <Fold label={t('users.regions')} shown={names(draft.regions)} fault={faults.regions}>
        <RegionsPicker
          selected={draft.regions}
          fault={faults.regions}
          onChange={(regions) => change({ regions })}
        />
      </Fold>
      <Fold
        label={t('users.depots')}
        shown={names(draft.vehicle_groups)}
        fault={faults.vehicle_groups}
      >
        <DepotsPicker
          selected={draft.vehicle_groups}
          fault={faults.vehicle_groups}
          onChange={(vehicle_groups) => change({ vehicle_groups })}
        />
      </Fold>
      <Fold
        label={t('users.driver')}
        shown={draft.driver?.name ?? t('users.none')}
        fault={faults.driver}
      >
        <DriverPicker
          selected={draft.driver}
          isOptional
          fault={faults.driver}
          onChange={(driver) => change({ driver })}
        />
      </Fold>
      <Fold
        label={t('users.vehicle')}
        shown={draft.vehicle?.name ?? t('users.none')}
        fault={faults.vehicle}
      >
        <DriverVehiclePicker
          selected={draft.vehicle}
          isOptional
          fault={faults.vehicle}
          onChange={(vehicle) => change({ vehicle })}
        />
      </Fold>
    </FieldGroup>
  );
}

/** The form of a user (requirement O-P03). */
export function UserFields(form: Props) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { one } = form;
  return (
    <>
      <FieldGroup title={t('users.person')}>
        <TextField
          form={form}
          name="first_name"
          label={t('users.firstName')}
          isRequired
          maxLength={80}
        />
        <TextField
          form={form}
          name="last_name"
          label={t('users.lastName')}
          isRequired
          maxLength={80}
        />
        <TextField
          form={form}
          name="email"
          type="email"
          label={t('users.email')}
          hint={one === null ? t('users.emailHint') : ''}
          isRequired
          maxLength={254}
        />
        <TextField
          form={form}
          name="username"
          label={t('users.username')}
          hint={t('users.usernameHint')}
          maxLength={150}
        />
        {one !== null && one.id !== current.user.id && (
          <SwitchField
            form={form}
            name="is_active"
            label={t('users.active')}
            hint={t('users.activeHint')}
          />
        )}
      </FieldGroup>
      {current.user.is_global_admin && <CustomerField {...form} />}
      <RightsFields {...form} />
      <PlaceFields {...form} />
    </>
  );
}
