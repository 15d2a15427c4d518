import { isSavedViewList, type SavedViewList } from '@roadworthy/domain';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { actsCustomerWide, may } from '../../../session/rights.ts';
import { ConfirmDialog } from '../../dialog.tsx';
import { Popover } from '../../popover/popover.tsx';
import { NameDialog } from './name-dialog.tsx';
import styles from './saved-views.module.css';
import { useSavedViews, type ViewOptions } from './use-saved-views.ts';
import { useViewActions } from './use-view-actions.ts';
import { type Opened, ViewsPanel } from './views-panel.tsx';

const ADMINISTRATOR = { kind: 'administrator' } as const;

function Views({ list, ...options }: ViewOptions & { readonly list: SavedViewList }) {
  const { t } = useTranslation();
  const { current: session } = useSession();
  const state = useSavedViews(list, options);
  const actions = useViewActions(list, state);
  const { current, isChanged } = state;
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayShare =
    may(session, ADMINISTRATOR) && actsCustomerWide(session) && session.user.customers.length > 0;

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
        {(close) => (
          <ViewsPanel
            state={state}
            actions={actions}
            mayShare={mayShare}
            onOpen={setOpened}
            onClose={close}
          />
        )}
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
            if (isConfirmed) void actions.remove(opened.view);
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
