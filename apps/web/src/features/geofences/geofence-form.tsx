import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, faultsOf } from '../../ui/field/form-dialog.tsx';
import { showFirstFault } from '../../ui/first-fault.ts';
import { CancelButton } from '../../ui/form-actions.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import { MultiSelect } from '../../ui/multi-select/multi-select.tsx';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './geofence-form.module.css';
import { DEFAULT_COLOUR, type Draft, draftFaults } from './geofences-draft.ts';
import type { Tool } from './geofences-tools.ts';
import { ShapeFields } from './shape-fields.tsx';
import { useCategories, useGroups } from './use-geofences.ts';

/** Available colours, distinct from each other and from the map, in light and dark mode. */
const COLOURS = ['#1259c3', '#1a7f45', '#c4281c', '#a15c00', '#9a38c0', '#1f8a9c', '#565e6b'];

interface PartProps {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly onChange: (part: Partial<Draft>) => void;
}

function Labels({ draft, faults, onChange }: PartProps) {
  const { t } = useTranslation();
  const groups = useGroups().data ?? [];
  const categories = useCategories().data ?? [];
  const chooseCategory = (category: number | null) => {
    const colour = categories.find(({ id }) => id === category)?.colour;
    // A category sets its colour, unless another one was selected.
    const isOwn = draft.colour !== DEFAULT_COLOUR || colour === undefined || colour === '';
    onChange({ category, ...(isOwn ? {} : { colour }) });
  };
  return (
    <>
      <Field label={t('geofence.category')} fault={faults.category}>
        {(props) => (
          <Select
            {...props}
            value={draft.category ?? ''}
            onChange={(event) => chooseCategory(Number(event.currentTarget.value) || null)}
          >
            <option value="">{t('geofence.noCategory')}</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <MultiSelect
        label={t('geofence.groups')}
        options={groups.map(({ id, GroupName }) => ({ value: id, label: GroupName }))}
        chosen={new Set(draft.groups)}
        fault={faults.groups?.join(' ') ?? null}
        onChange={(chosen) => onChange({ groups: chosen })}
      />
      <Field label={t('geofence.colour')} fault={faults.colour}>
        {(props) => (
          <>
            <input
              {...props}
              type="color"
              list={`${props.id}-colours`}
              value={draft.colour}
              onChange={(event) => onChange({ colour: event.currentTarget.value })}
            />
            <datalist id={`${props.id}-colours`}>
              {COLOURS.map((colour) => (
                <option key={colour} value={colour} />
              ))}
            </datalist>
          </>
        )}
      </Field>
    </>
  );
}

/** A number of at least 1; empty switches the alert off. */
function Threshold({
  label,
  fault,
  value,
  onChange,
}: {
  readonly label: string;
  readonly fault: readonly string[] | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <Field label={label} fault={fault}>
      {(props) => (
        <input
          {...props}
          type="number"
          min={1}
          placeholder={t('geofence.off')}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function Alerts({ draft, faults, onChange }: PartProps) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  return (
    <fieldset
      className={cx(
        stack({ gap: 1, margin: 0, padding: 0, border: 'none' }),
        styles.geofenceAlerts,
      )}
    >
      <legend>{t('geofence.alerts')}</legend>
      <label>
        <input
          type="checkbox"
          checked={draft.onEntry}
          onChange={(event) => onChange({ onEntry: event.currentTarget.checked })}
        />
        {t('geofence.onEntry')}
      </label>
      <label>
        <input
          type="checkbox"
          checked={draft.onExit}
          onChange={(event) => onChange({ onExit: event.currentTarget.checked })}
        />
        {t('geofence.onExit')}
      </label>
      <div className={stack({ columns: 'two', gap: 3, align: 'end' })}>
        <Threshold
          label={t('geofence.dwell')}
          fault={faults.alert_dwell_min}
          value={draft.dwell}
          onChange={(dwell) => onChange({ dwell })}
        />
        <Threshold
          label={t(unit === 'KMS' ? 'geofence.speedKmh' : 'geofence.speedMph')}
          fault={faults.speed_limit_kmh}
          value={draft.speed}
          onChange={(speed) => onChange({ speed })}
        />
      </div>
    </fieldset>
  );
}

/** Creates or edits a geofence; it is drawn on the map next to the form (M-20, M-P10). */
export function GeofenceForm({
  isNew,
  draft,
  tool,
  onChange,
  onTool,
  onSave,
  onCancel,
}: {
  readonly isNew: boolean;
  readonly draft: Draft;
  readonly tool: Tool;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly onTool: (tool: Tool) => void;
  readonly onSave: () => Promise<void>;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const [faults, setFaults] = useState<Faults>({});
  const [typing, setTyping] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    const found = {
      ...draftFaults(draft, unit, t),
      ...(typing === null ? {} : { points: [typing] }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return showFirstFault();
    setIsBusy(true);
    try {
      await onSave();
    } catch (error) {
      const refused = faultsOf(error);
      if (refused === null) toast.error((error as Error).message);
      else setFaults(refused);
      showFirstFault();
      setIsBusy(false);
    }
  };
  const part = { draft, faults, onChange };
  return (
    <form
      className={cx(stack({ grow: true, minHeight: 0 }), styles.geofenceForm)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div
        className={stack({ content: 'start', gap: 3, minHeight: 0, padding: 4, overflowY: 'auto' })}
      >
        <h2>{t(isNew ? 'geofence.newTitle' : 'geofence.editTitle')}</h2>
        <Field label={t('geofence.name')} fault={faults.name}>
          {(props) => (
            <input
              {...props}
              type="text"
              maxLength={90}
              value={draft.name}
              onChange={(event) => onChange({ name: event.currentTarget.value })}
            />
          )}
        </Field>
        <ShapeFields
          shape={draft.shape}
          tool={tool}
          faults={typing === null ? faults : { ...faults, points: [typing] }}
          onShape={(shape) => onChange({ shape })}
          onTool={onTool}
          onTyping={setTyping}
        />
        <Labels {...part} />
        <Alerts {...part} />
      </div>
      <footer
        className={stack({ columns: 'two', gap: 2, paddingY: 3, paddingX: 4, borderTop: true })}
      >
        <CancelButton onClick={onCancel} />
        <Button type="submit" kind="primary" disabled={isBusy}>
          {t('action.save')}
        </Button>
      </footer>
    </form>
  );
}
