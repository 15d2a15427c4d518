import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { cx, look } from '../../ui/look/look.ts';
import styles from './geofence-form.module.css';
import type { Geofence } from './geofences-shape.ts';
import { useGeofenceChange } from './use-geofence-change.ts';
import { useGroups } from './use-geofences.ts';

/** Selects the groups of a geofence (M-23). */
export function GroupsDialog({
  geofence,
  onClose,
}: {
  readonly geofence: Geofence;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const groups = useGroups().data ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(geofence.groups));
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const run = useGeofenceChange(geofence, onClose);
  const save = () =>
    run(() =>
      api.geofences.putIntoGroups({ params: { id: geofence.id }, body: { groups: [...chosen] } }),
    );
  return (
    <Dialog
      title={t('geofence.intoGroups')}
      onClose={onClose}
      actions={(close) => (
        <FormActions action={t('action.save')} onAction={() => void save()} onCancel={close} />
      )}
    >
      {groups.length === 0 && <p>{t('geofence.noGroupsYet')}</p>}
      <div className={cx(look({ overflowY: 'auto' }), styles.geofenceGroupChoices)}>
        {groups.map(({ id, GroupName }) => (
          <label key={id}>
            <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
            {GroupName}
          </label>
        ))}
      </div>
    </Dialog>
  );
}
