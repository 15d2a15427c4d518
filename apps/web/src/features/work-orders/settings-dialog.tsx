import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import { type Settings, useOrderChanged } from './use-orders.ts';

interface Limit {
  readonly user: number;
  /** Empty for any total. */
  readonly limit: string;
}

interface Draft {
  /** One bay a line. */
  readonly bays: string;
  readonly labour_rate: string;
  readonly manager: string;
  readonly user: string;
  readonly limits: readonly Limit[];
}

const text = (limit: number | null) => (limit === null ? '' : String(limit));
const number = (limit: string) => (limit.trim() === '' ? null : Number(limit));

const draftOf = (settings: Settings): Draft => ({
  bays: settings.bays.join('\n'),
  labour_rate: String(settings.labour_rate),
  manager: text(settings.role_limits.MANAGER),
  user: text(settings.role_limits.USER),
  limits: settings.user_limits.map(({ user, limit }) => ({ user, limit: text(limit) })),
});

type Form = {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly change: (changes: Partial<Draft>) => void;
};

/** Limits of persons, which come before those of their roles. */
function PersonLimits({ form, settings }: { readonly form: Form; readonly settings: Settings }) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  const free = settings.users.filter(({ id }) => !draft.limits.some(({ user }) => user === id));
  const nameOf = (user: number) =>
    settings.users.find(({ id }) => id === user)?.name ?? String(user);
  const set = (user: number, limit: string) =>
    change({ limits: draft.limits.map((one) => (one.user === user ? { user, limit } : one)) });
  return (
    <div className={stack({ gap: 2 })}>
      {draft.limits.map(({ user, limit }) => (
        <div key={user} className={row({ gap: 2, align: 'end', wrap: true })}>
          <Field label={nameOf(user)} fault={undefined}>
            {(props) => (
              <input
                {...props}
                type="number"
                min={0}
                value={limit}
                onChange={(event) => set(user, event.currentTarget.value)}
              />
            )}
          </Field>
          <Button
            onClick={() => change({ limits: draft.limits.filter((one) => one.user !== user) })}
          >
            {t('workOrders.line.remove')}
          </Button>
        </div>
      ))}
      {free.length > 0 && (
        <Select
          aria-label={t('workOrders.settings.addPerson')}
          value=""
          onChange={({ currentTarget }) =>
            change({ limits: [...draft.limits, { user: Number(currentTarget.value), limit: '0' }] })
          }
        >
          <option value="">{t('workOrders.settings.addPerson')}</option>
          {free.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {faults.user_limits !== undefined && (
        <p className="field-fault" role="alert">
          {faults.user_limits.join(' ')}
        </p>
      )}
    </div>
  );
}

/** Bays, labour rate and approval limits; for administrators. */
export function WorkOrderSettingsDialog({
  settings,
  onClose,
}: {
  readonly settings: Settings;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { currency } = useDisplay();
  const changed = useOrderChanged();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [faults, setFaults] = useState<Faults>({});
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  const form = { draft, faults, change };
  const save = async () => {
    setFaults({});
    await api.workOrders.changeSettings({
      body: {
        bays: draft.bays
          .split('\n')
          .map((bay) => bay.trim())
          .filter((bay) => bay !== ''),
        labour_rate: number(draft.labour_rate) ?? 0,
        role_limits: { MANAGER: number(draft.manager), USER: number(draft.user) },
        user_limits: draft.limits.map(({ user, limit }) => ({ user, limit: number(limit) })),
        version: settings.version,
      },
    });
    await changed();
    toast.success(t('workOrders.settings.saved'));
    onClose();
  };
  const inCurrency = (what: string) => t('record.inCurrency', { what: t(what), currency });
  return (
    <FormDialog
      title={t('workOrders.settings')}
      onFaults={setFaults}
      onClose={onClose}
      onSave={save}
    >
      <Field
        label={t('workOrders.settings.bays')}
        hint={t('workOrders.settings.baysHint')}
        fault={faults.bays}
      >
        {(props) => (
          <textarea
            {...props}
            rows={4}
            value={draft.bays}
            onChange={(event) => change({ bays: event.currentTarget.value })}
          />
        )}
      </Field>
      <TextField
        form={form}
        name="labour_rate"
        type="number"
        label={inCurrency('workOrders.settings.labourRate')}
      />
      <FieldGroup title={t('workOrders.settings.limits')}>
        <p className={look({ tone: 'quiet', size: 'small', margin: 0 })}>
          {t('workOrders.settings.limitsHint')}
        </p>
        <TextField
          form={form}
          name="manager"
          type="number"
          label={inCurrency('workOrders.settings.managers')}
        />
        <TextField
          form={form}
          name="user"
          type="number"
          label={inCurrency('workOrders.settings.users')}
        />
        <PersonLimits form={form} settings={settings} />
      </FieldGroup>
    </FormDialog>
  );
}
