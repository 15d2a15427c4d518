import { useTranslation } from 'react-i18next';
import styles from './saved-views.module.css';
import type { useSavedViews } from './use-saved-views.ts';
import type { ViewActions } from './use-view-actions.ts';
import { ViewList } from './view-list.tsx';
import type { SavedView } from './view-settings.ts';

/** The dialog about a view that is open. */
export type Opened =
  | { readonly kind: 'save' }
  | { readonly kind: 'rename' | 'delete'; readonly view: SavedView };

/** The saved views, and what can be done with the current one. */
export function ViewsPanel({
  state,
  actions,
  mayShare,
  onOpen,
  onClose,
}: {
  readonly state: ReturnType<typeof useSavedViews>;
  readonly actions: ViewActions;
  readonly mayShare: boolean;
  readonly onOpen: (dialog: Opened) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { current, isChanged } = state;
  const action = (text: string, work: () => unknown) => (
    <button
      type="button"
      className={styles.action}
      onClick={() => {
        onClose();
        work();
      }}
    >
      {t(text)}
    </button>
  );
  return (
    <div className={styles.panel}>
      <ViewList
        state={state}
        onChoose={(view) => {
          onClose();
          state.choose(view);
        }}
      />
      <div className={styles.actions}>
        {current?.may_change === true && (
          <>
            {isChanged && action('savedViews.replace', () => actions.replace(current))}
            {action('savedViews.rename', () => onOpen({ kind: 'rename', view: current }))}
          </>
        )}
        {current !== undefined &&
          action(current.is_default ? 'savedViews.endDefault' : 'savedViews.makeDefault', () =>
            actions.setDefault(current),
          )}
        {current?.may_change === true && (
          <>
            {mayShare &&
              action(current.is_shared ? 'savedViews.unshare' : 'savedViews.share', () =>
                actions.share(current),
              )}
            {action('savedViews.delete', () => onOpen({ kind: 'delete', view: current }))}
          </>
        )}
        {action('savedViews.saveNew', () => onOpen({ kind: 'save' }))}
      </div>
    </div>
  );
}
