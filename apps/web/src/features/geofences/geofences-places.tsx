import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDisplay } from '../../ui/display.ts';
import { later } from '../../ui/later/later.tsx';
import { column, cx, look, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import styles from './geofence.module.css';
import { GeofenceCard } from './geofence-card.tsx';
import { GeofenceForm } from './geofence-form.tsx';
import type { MapShape } from './geofence-layers.ts';
import { GeofenceList } from './geofence-list.tsx';
import type { Shape } from './geofences-shape.ts';
import { ImportPanel } from './import/import-panel.tsx';
import { useChosenGeofence, useFocus } from './use-chosen-geofence.ts';
import { useEditor } from './use-editor.ts';
import { GEOFENCES, saveDraft } from './use-geofences.ts';
import { useMapShapes } from './use-map-shapes.ts';

// Loads the map, ten times the size of the list, after the list.
const { Part: GeofenceMap } = later(async () => (await import('./geofence-map.tsx')).default);
const NO_PREVIEWS: readonly MapShape[] = [];

/** The list of geofences with its map and form (M-18, M-P10). */
export function Places({ mayWrite }: { readonly mayWrite: boolean }) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const queries = useQueryClient();
  const [address, setAddress] = useAddress();
  const [previews, setPreviews] = useState(NO_PREVIEWS);
  const config = usePlatformConfig();
  const selection = useChosenGeofence(address);
  const { filter, list, chosenId, chosen, shown } = selection;
  const [focus, setFocus] = useFocus(selection);

  const edit = mayWrite ? address.edit : undefined;
  const key =
    edit === 'new' ? 'new' : edit === 'change' && chosen !== undefined ? String(chosen.id) : null;
  const editor = useEditor(key, key === 'new' ? undefined : chosen, unit);
  const { draft, blocker } = editor;

  const choose = useCallback(
    (id: number | null) => setAddress({ geofence: id === null ? undefined : String(id) }),
    [setAddress],
  );
  const save = async () => {
    if (draft === null) return;
    const before = key === 'new' ? undefined : chosen;
    const saved = await saveDraft(draft, unit, before);
    editor.settle();
    toast.success(t('toast.success'), { subject: saved.name });
    setAddress({ edit: undefined, geofence: String(saved.id) });
    await queries.invalidateQueries({ queryKey: [GEOFENCES] });
  };

  const { shapes, sheet } = useMapShapes(shown, chosenId, draft);
  const onShape = (shape: Shape) => editor.change({ shape });

  return (
    <div className={cx(stack({ minHeight: 0 }), styles.places)}>
      <aside
        className={cx(
          column({ minHeight: 0, overflowY: 'auto', borderRight: true }),
          styles.placesSide,
        )}
        aria-label={t('geofence.list')}
      >
        {edit === 'import' ? (
          <ImportPanel
            onPreview={setPreviews}
            onFocus={setFocus}
            onClose={() => setAddress({ edit: undefined })}
          />
        ) : draft !== null ? (
          <GeofenceForm
            key={key}
            isNew={key === 'new'}
            draft={draft}
            tool={editor.tool}
            onChange={editor.change}
            onTool={editor.take}
            onSave={save}
            onCancel={() => setAddress({ edit: undefined })}
          />
        ) : chosen !== undefined ? (
          <GeofenceCard geofence={chosen} mayWrite={mayWrite} onClose={() => choose(null)} />
        ) : (
          <GeofenceList list={list} filter={filter} mayWrite={mayWrite} onChoose={choose} />
        )}
      </aside>
      <div
        className={cx(
          look({ relative: true, minWidth: 0, height: 'full', minHeight: 0 }),
          styles.placesMap,
        )}
      >
        {config.data !== undefined && (
          <GeofenceMap
            basemap={config.data.map}
            unit={unit}
            shapes={shapes}
            chosenId={chosenId}
            previews={edit === 'import' ? previews : NO_PREVIEWS}
            draft={sheet}
            tool={editor.tool}
            focus={focus}
            onChoose={edit === 'import' ? () => undefined : choose}
            onShape={onShape}
            onTool={editor.take}
          />
        )}
      </div>
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          title={t('geofence.unsaved')}
          message={t('geofence.unsavedText')}
          onAnswer={(isLeaving) => (isLeaving ? blocker.proceed() : blocker.reset())}
        />
      )}
    </div>
  );
}
