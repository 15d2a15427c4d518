import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { DataTable, type TableState } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field/field.tsx';
import { cx, look, row } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import styles from './geofence.module.css';
import { DEFAULT_COLOUR } from './geofences-draft.ts';
import { Swatch } from './swatch.tsx';
import { GEOFENCES, useCategories, useGroups } from './use-geofences.ts';

interface Label {
  readonly id: number;
  readonly name: string;
  readonly colour: string | null;
  readonly count: number;
}

function NewLabel({
  label,
  hasColour,
  onCreate,
}: {
  readonly label: string;
  readonly hasColour: boolean;
  readonly onCreate: (name: string, colour: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [colour, setColour] = useState<string>(DEFAULT_COLOUR);
  const [fault, setFault] = useState<readonly string[] | undefined>();
  const create = async () => {
    const trimmed = name.trim();
    if (trimmed.length < 2 || trimmed.length > 90) return setFault([t('geofence.fault.name')]);
    setFault(undefined);
    try {
      await onCreate(trimmed, colour);
      setName('');
    } catch (error) {
      const errors = error instanceof ApiError ? error.body.errors : undefined;
      setFault(errors === undefined ? [(error as Error).message] : Object.values(errors).flat());
    }
  };
  return (
    <form
      className={cx(
        row({ wrap: true, rowGap: 2, columnGap: 4, align: 'end', padding: 4, borderBottom: true }),
        styles.geofenceNewLabel,
      )}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Field label={label} fault={fault}>
        {(props) => (
          <input
            {...props}
            type="text"
            maxLength={90}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      {hasColour && (
        <Field label={t('geofence.colour')} fault={undefined}>
          {(props) => (
            <input
              {...props}
              type="color"
              value={colour}
              onChange={(event) => setColour(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Button type="submit" kind="primary">
        {t('geofence.add')}
      </Button>
    </form>
  );
}

function useColumns(kind: 'group' | 'category'): Column<Label>[] {
  const { t } = useTranslation();
  const [, setAddress] = useAddress();
  return [
    {
      key: 'name',
      label: t(`geofence.${kind}`),
      cell: ({ name, colour }) => (
        <span className={row({ gap: 3, align: 'center' })}>
          {colour !== null && <Swatch colour={colour} />}
          {name}
        </span>
      ),
    },
    {
      key: 'count',
      label: t('geofence.list'),
      isNumber: true,
      cell: ({ id, count }) =>
        count === 0 ? (
          0
        ) : (
          <Button
            kind="link"
            onClick={() => setAddress({ tab: undefined, geofence: undefined, [kind]: String(id) })}
          >
            {t('geofence.count', { count })}
          </Button>
        ),
    },
  ];
}

function LabelTab({
  kind,
  labels,
  state,
  mayWrite,
  onCreate,
  onRemove,
}: {
  readonly kind: 'group' | 'category';
  readonly labels: readonly Label[];
  readonly state: TableState;
  readonly mayWrite: boolean;
  readonly onCreate: (name: string, colour: string) => Promise<unknown>;
  readonly onRemove: (id: number) => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [removed, setRemoved] = useState<Label | null>(null);
  const reload = async () => {
    toast.success(t('toast.success'));
    await queries.invalidateQueries({ queryKey: [GEOFENCES] });
  };
  const remove = async (label: Label) => {
    try {
      await onRemove(label.id);
      await reload();
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  const columns = useColumns(kind);
  return (
    <div className={styles.geofenceLabels}>
      {mayWrite && (
        <NewLabel
          label={t(`geofence.newLabel.${kind}`)}
          hasColour={kind === 'category'}
          onCreate={async (name, colour) => {
            await onCreate(name, colour);
            await reload();
          }}
        />
      )}
      <div className={cx(look({ minHeight: 0 }), styles.geofenceTable)}>
        <DataTable
          label={t(`geofence.tab.${kind === 'group' ? 'groups' : 'categories'}`)}
          columns={columns}
          rows={labels}
          keyOf={({ id }) => id}
          state={state}
          empty={{
            title: t(`geofence.noLabels.${kind}`),
            text: t(`geofence.noLabelsHint.${kind}`),
          }}
          {...(mayWrite
            ? {
                actions: (label: Label) => (
                  <Button
                    aria-label={t('geofence.removeTitle', { name: label.name })}
                    onClick={() => setRemoved(label)}
                  >
                    {t('geofence.remove')}
                  </Button>
                ),
              }
            : {})}
        />
      </div>
      {removed !== null && (
        <ConfirmDialog
          title={t('geofence.removeTitle', { name: removed.name })}
          message={t(`geofence.removeLabel.${kind}`)}
          onAnswer={(isConfirmed) => {
            setRemoved(null);
            if (isConfirmed) void remove(removed);
          }}
        />
      )}
    </div>
  );
}

/** Groups of geofences: create and delete (M-19, M-21). */
export function GroupTab({ mayWrite }: { readonly mayWrite: boolean }) {
  const query = useGroups();
  return (
    <LabelTab
      kind="group"
      labels={(query.data ?? []).map(({ id, GroupName, geofence_count }) => ({
        id,
        name: GroupName,
        colour: null,
        count: geofence_count,
      }))}
      state={query}
      mayWrite={mayWrite}
      onCreate={(name) => api.geofences.createGroup({ body: { GroupName: name } })}
      onRemove={(id) => api.geofences.removeGroups({ body: { ids: [id] } })}
    />
  );
}

/** Categories of geofences with their colours: create and delete (M-19, M-22). */
export function CategoryTab({ mayWrite }: { readonly mayWrite: boolean }) {
  const query = useCategories();
  return (
    <LabelTab
      kind="category"
      labels={(query.data ?? []).map(({ id, name, colour, geofence_count }) => ({
        id,
        name,
        colour,
        count: geofence_count,
      }))}
      state={query}
      mayWrite={mayWrite}
      onCreate={(name, colour) => api.geofences.createCategory({ body: { name, colour } })}
      onRemove={(id) => api.geofences.removeCategories({ body: { ids: [id] } })}
    />
  );
}
