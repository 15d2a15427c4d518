import { SAVED_VIEW_NAME_MAX, type SavedViewList } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Field } from '../../field/field.tsx';
import { type Faults, FormDialog } from '../../field/form-dialog.tsx';
import { toast } from '../../toast.ts';
import type { SavedViewsState } from './use-saved-views.ts';
import type { SavedView } from './view-settings.ts';

/** Names the current view of a list, or renames a saved one. */
export function NameDialog({
  list,
  state,
  view,
  onClose,
}: {
  readonly list: SavedViewList;
  readonly state: SavedViewsState;
  /** The view to rename; null to save the current one. */
  readonly view: SavedView | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState(view?.name ?? '');
  const [faults, setFaults] = useState<Faults>({});
  const fault = faults.name ?? faults.settings;
  const save = async () => {
    if (name.trim() === '') {
      setFaults({ name: [t('savedViews.nameMissing')] });
      return;
    }
    if (view === null) {
      const body = { list, name, settings: state.settings };
      const saved = await api.savedViews.create({ body });
      await state.reload();
      state.adopt(saved);
    } else {
      await api.savedViews.change({ params: { id: view.id }, body: { name } });
      await state.reload();
    }
    toast.success(t(view === null ? 'savedViews.saved' : 'savedViews.renamed'), { subject: name });
    onClose();
  };
  return (
    <FormDialog
      title={t(view === null ? 'savedViews.saveNew' : 'savedViews.rename')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <Field label={t('savedViews.name')} isRequired fault={fault}>
        {(props) => (
          <input
            {...props}
            type="text"
            maxLength={SAVED_VIEW_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
