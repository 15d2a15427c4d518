import { Check, Star, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './saved-views.module.css';
import type { SavedViewsState } from './use-saved-views.ts';
import type { SavedView } from './view-settings.ts';

function Choice({
  name,
  isCurrent,
  view,
  onChoose,
}: {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly view: SavedView | null;
  readonly onChoose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <li>
      <button
        type="button"
        className={styles.choice}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onChoose}
      >
        <Check size={16} aria-hidden="true" visibility={isCurrent ? 'visible' : 'hidden'} />
        <span className={styles.name}>{name}</span>
        {view?.is_default === true && (
          <Star size={16} role="img" aria-label={t('savedViews.isDefault')} />
        )}
        {view?.is_shared === true && (
          <Users size={16} role="img" aria-label={t('savedViews.isShared')} />
        )}
      </button>
    </li>
  );
}

/** The standard view and the saved ones: the person's own, then the shared ones. */
export function ViewList({
  state,
  onChoose,
}: {
  readonly state: SavedViewsState;
  readonly onChoose: (view: SavedView | null) => void;
}) {
  const { t } = useTranslation();
  const { views, current, isStandard } = state;
  const own = views.filter((view) => !view.is_shared);
  const shared = views.filter((view) => view.is_shared);
  return (
    <>
      <ul>
        <Choice
          name={t('savedViews.standard')}
          isCurrent={isStandard}
          view={null}
          onChoose={() => onChoose(null)}
        />
        {[...own, ...shared].map((view) => (
          <Choice
            key={view.id}
            name={view.name}
            isCurrent={view.id === current?.id}
            view={view}
            onChoose={() => onChoose(view)}
          />
        ))}
      </ul>
      {state.state.isSuccess && views.length === 0 && (
        <p className={styles.note}>{t('savedViews.empty')}</p>
      )}
      {state.state.isError && (
        <p className={styles.note} role="alert">
          {t('savedViews.failed')}{' '}
          <button type="button" className="link-button" onClick={() => void state.state.refetch()}>
            {t('action.retry')}
          </button>
        </p>
      )}
    </>
  );
}
