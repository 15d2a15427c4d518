import { isSavedViewList, type SavedViewList } from '@roadworthy/domain';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { actsCustomerWide, may } from '../../../session/rights.ts';
import { ConfirmDialog } from '../../dialog.tsx';
import { Popover } from '../../popover/popover.tsx';
import { toast } from '../../toast.ts';
import { NameDialog } from './name-dialog.tsx';
import styles from './saved-views.module.css';
import { useSavedViews, type ViewOptions } from './use-saved-views.ts';
import { ViewList } from './view-list.tsx';
import type { SavedView } from './view-settings.ts';

type Opened =
  | { readonly kind: 'save' }
  | { readonly kind: 'rename' | 'delete'; readonly view: SavedView };

const ADMINISTRATOR = { kind: 'administrator' } as const;

function Views({ list, ...options }: ViewOptions & { readonly list: SavedViewList }) {
  const { t } = useTranslation();
  const { current: session } = useSession();
  const state = useSavedViews(list, options);
  const { current, isChanged } = state;
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayShare =
    may(session, ADMINISTRATOR) && actsCustomerWide(session) && session.user.customers.length > 0;

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

  const label =
    current === undefined
      ? t('savedViews.title')
      : t(isChanged ? 'savedViews.currentChanged' : 'savedViews.current', { name: current.name });
  return (
    <>
      <Popover
        label={t('savedViews.title')}
        buttonLabel={label}
        className={`button ${styles.button}`}
        button={
          <>
            <Bookmark size={18} aria-hidden="true" />
            <span className={styles.name}>{current?.name ?? t('savedViews.title')}</span>
            {isChanged && <span aria-hidden="true">*</span>}
          </>
        }
      >
        {(close) => {
          const after = (work: () => unknown) => () => {
            close();
            work();
          };
          const action = (text: string, work: () => unknown) => (
            <button type="button" className={styles.action} onClick={after(work)}>
              {t(text)}
            </button>
          );
          return (
            <div className={styles.panel}>
              <ViewList
                state={state}
                onChoose={(view) => {
                  close();
                  state.choose(view);
                }}
              />
              <div className={styles.actions}>
                {current?.may_change === true && (
                  <>
                    {isChanged && action('savedViews.replace', () => replace(current))}
                    {action('savedViews.rename', () =>
                      setOpened({ kind: 'rename', view: current }),
                    )}
                  </>
                )}
                {current !== undefined &&
                  action(
                    current.is_default ? 'savedViews.endDefault' : 'savedViews.makeDefault',
                    () => setDefault(current),
                  )}
                {current?.may_change === true && (
                  <>
                    {mayShare &&
                      action(current.is_shared ? 'savedViews.unshare' : 'savedViews.share', () =>
                        share(current),
                      )}
                    {action('savedViews.delete', () =>
                      setOpened({ kind: 'delete', view: current }),
                    )}
                  </>
                )}
                {action('savedViews.saveNew', () => setOpened({ kind: 'save' }))}
              </div>
            </div>
          );
        }}
      </Popover>
      {(opened?.kind === 'save' || opened?.kind === 'rename') && (
        <NameDialog
          list={list}
          state={state}
          view={opened.kind === 'rename' ? opened.view : null}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'delete' && (
        <ConfirmDialog
          title={t('savedViews.deleteTitle', { name: opened.view.name })}
          message={t(
            opened.view.is_shared ? 'savedViews.deleteSharedText' : 'savedViews.deleteText',
          )}
          confirmLabel={t('savedViews.delete')}
          onAnswer={(isConfirmed) => {
            setOpened(null);
            if (isConfirmed) void remove(opened.view);
          }}
        />
      )}
    </>
  );
}

/**
 * The button of a list that saves its current view under a name and offers the saved ones.
 *
 * @param list id of the table; nothing is shown for a table without saved views
 */
export function SavedViews({ list, ...options }: ViewOptions & { readonly list: string }) {
  return isSavedViewList(list) ? <Views key={list} list={list} {...options} /> : null;
}
