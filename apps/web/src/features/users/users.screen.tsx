import { formatDateTime, MODULES, ROLES } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { useDisplay } from '../../ui/display.ts';
import { missing } from '../../ui/field/required.ts';
import { cx, look } from '../../ui/look/look.ts';
import type { Resource, ResourceColumn } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { Select } from '../../ui/select/select.tsx';
import { ResetFactorDialog } from './reset-factor-dialog.tsx';
import styles from './users.module.css';
import { type ManagedUser, stateOf, type UserDraft, userBody, userDraft } from './users.ts';
import { UserFields } from './users-fields.tsx';

type Users = Resource<ManagedUser, UserDraft>;

const Filters: NonNullable<Users['filters']>['Controls'] = ({ values, change }) => {
  const { t } = useTranslation();
  return (
    <>
      <Select
        aria-label={t('users.permission')}
        value={values.permission ?? ''}
        onChange={({ currentTarget }) => change({ permission: currentTarget.value || undefined })}
      >
        <option value="">{t('users.anyPermission')}</option>
        {ROLES.map((name) => (
          <option key={name} value={name}>
            {t(`users.role.${name}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('users.module')}
        value={values.module ?? ''}
        onChange={({ currentTarget }) => change({ module: currentTarget.value || undefined })}
      >
        <option value="">{t('users.anyModule')}</option>
        {MODULES.map(({ id, name }) => (
          <option key={id} value={name}>
            {t(`users.module.${id}`)}
          </option>
        ))}
      </Select>
    </>
  );
};

function useColumns(): readonly ResourceColumn<ManagedUser>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { is_global_admin: seesAll } = useSession().current.user;
  return useMemo(() => {
    const owner: ResourceColumn<ManagedUser> = {
      key: 'customer',
      label: t('users.customer'),
      cell: ({ customers }) => customers[0]?.name ?? '',
    };
    return [
      {
        key: 'last_name',
        label: t('users.name'),
        isOrdered: true,
        cell: (one) => `${one.first_name} ${one.last_name}`,
      },
      { key: 'email', label: t('users.email'), isOrdered: true, cell: ({ email }) => email },
      {
        key: 'permission',
        label: t('users.permission'),
        isOrdered: true,
        cell: ({ permission }) => t(`users.role.${permission.name}`),
      },
      {
        key: 'places',
        label: t('users.scope'),
        cell: (one) =>
          [...one.region_places, ...one.vehicle_group_places].map(({ name }) => name).join(', ') ||
          t(one.permission.perms.is_limited_user ? 'users.none' : 'users.all'),
      },
      ...(seesAll ? [owner] : []),
      {
        key: 'last_login',
        label: t('users.lastLogin'),
        isOrdered: true,
        cell: ({ last_login }) =>
          last_login === null ? t('users.never') : formatDateTime(Date.parse(last_login), dates),
      },
      {
        key: 'state',
        label: t('users.state'),
        cell: (one) => (
          <span
            data-part="users-state"
            className={cx(
              look({ flow: 'inlineRow', align: 'center', gap: 2 }),
              styles.usersState,
              styles[stateOf(one)],
            )}
          >
            {t(`users.state.${stateOf(one)}`)}
          </span>
        ),
      },
    ];
  }, [t, dates, seesAll]);
}

/** The users of the customer (requirements O-03, O-P02, O-P03). */
export function UsersScreen() {
  const { t } = useTranslation();
  const { user } = useSession().current;
  const columns = useColumns();
  const resource = useMemo((): Users => {
    const held = new Set(
      (user.is_global_admin ? MODULES : user.modules).map(({ id }: { readonly id: number }) => id),
    );
    return {
      kind: 'user',
      texts: 'users',
      list: (query, signal) =>
        api.users.list({
          query: { ...query, archived: query.archived === true ? 'true' : 'false' } as never,
          signal,
        }),
      read: (id, signal) => api.users.read({ params: { id }, signal }),
      nameOf: ({ first_name, last_name }) => `${first_name} ${last_name}`,
      columns,
      form: {
        draftOf: (one) => userDraft(one, held, user.customers[0]?.id ?? null),
        Fields: UserFields,
        check: (draft, translate) =>
          missing(draft, ['first_name', 'last_name', 'email'], translate),
        save: (draft, one) =>
          one === null
            ? api.users.create({ body: userBody(draft) })
            : api.users.change({ params: { id: one.id }, body: userBody(draft) }),
      },
      archive: {
        change: (ids, isArchived) =>
          isArchived
            ? api.users.remove({ body: { ids: [...ids] } })
            : api.users.restore({ body: { ids: [...ids] } }),
        text: t('users.archiveText'),
      },
      actions: [
        {
          label: t('users.unlock'),
          isOffered: ({ is_locked, login_attempts }) => is_locked || login_attempts > 0,
          run: ({ id }) => api.users.unlock({ params: { id } }),
          done: t('toast.unlocked'),
        },
        {
          label: t('users.invite'),
          isOffered: ({ has_password, is_active }) => !has_password && is_active,
          run: ({ id }) => api.users.invite({ params: { id } }),
          done: t('users.invited'),
        },
        {
          label: t('users.resetFactor'),
          isOffered: ({ id, has_second_factor }) => has_second_factor && id !== user.id,
          Dialog: ResetFactorDialog,
          done: t('users.factorReset'),
        },
      ],
      filters: { names: ['permission', 'module'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('users', 'exportFile'), { query }),
    };
  }, [t, user, columns]);
  return <ResourceScreen resource={resource} />;
}
