import type { SavedViewList } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { toast } from '../../toast.ts';
import type { useSavedViews } from './use-saved-views.ts';
import type { SavedView } from './view-settings.ts';

/** Changes of a saved view; each reports its outcome and reloads the views. */
export function useViewActions(list: SavedViewList, state: ReturnType<typeof useSavedViews>) {
  const { t } = useTranslation();
  const run = async (work: () => Promise<unknown>, done: string, view: SavedView) => {
    try {
      await work();
      toast.success(t(done), { subject: view.name });
    } catch (error) {
      toast.error((error as Error).message);
    }
    await state.reload();
  };
  const replace = (view: SavedView) =>
    run(
      () => api.savedViews.change({ params: { id: view.id }, body: { settings: state.settings } }),
      'savedViews.replaced',
      view,
    );
  const share = (view: SavedView) =>
    run(
      () => api.savedViews.share({ params: { id: view.id }, body: { is_shared: !view.is_shared } }),
      view.is_shared ? 'savedViews.unshared' : 'savedViews.shared',
      view,
    );
  const setDefault = (view: SavedView) =>
    run(
      () => api.savedViews.setDefault({ body: { list, view: view.is_default ? null : view.id } }),
      view.is_default ? 'savedViews.defaultEnded' : 'savedViews.defaultSet',
      view,
    );
  const remove = (view: SavedView) =>
    run(() => api.savedViews.remove({ params: { id: view.id } }), 'savedViews.deleted', view);
  return { replace, share, setDefault, remove };
}

export type ViewActions = ReturnType<typeof useViewActions>;
