import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, look, row } from '../../ui/look/look.ts';
import styles from './track.module.css';

/** How the list groups vehicles. */
export type GroupBy = 'depot' | 'driver';
/** Map or table. */
export type TrackView = 'map' | 'table';

/** The switches above the list: group by depot or driver, and map or table unless `view` is null. */
export function Switches({
  by,
  view,
  onChange,
}: {
  readonly by: GroupBy;
  readonly view: TrackView | null;
  readonly onChange: (changes: { by?: 'driver' | undefined; view?: 'table' | undefined }) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={row({ justify: 'between', gap: 2 })}>
      <fieldset
        className={cx(
          look({ flow: 'inlineRow', ground: 'hover', radius: 'medium' }),
          styles.segmented,
        )}
      >
        <legend className="visually-hidden">{t('track.groupBy')}</legend>
        <Button
          kind="bare"
          aria-pressed={by === 'depot'}
          onClick={() => onChange({ by: undefined })}
        >
          {t('track.byDepot')}
        </Button>
        <Button
          kind="bare"
          aria-pressed={by === 'driver'}
          onClick={() => onChange({ by: 'driver' })}
        >
          {t('track.byDriver')}
        </Button>
      </fieldset>
      {view !== null && (
        <fieldset
          className={cx(
            look({ flow: 'inlineRow', ground: 'hover', radius: 'medium' }),
            styles.segmented,
          )}
        >
          <legend className="visually-hidden">{t('track.view')}</legend>
          <Button
            kind="bare"
            aria-pressed={view === 'map'}
            onClick={() => onChange({ view: undefined })}
          >
            {t('track.viewMap')}
          </Button>
          <Button
            kind="bare"
            aria-pressed={view === 'table'}
            onClick={() => onChange({ view: 'table' })}
          >
            {t('track.viewTable')}
          </Button>
        </fieldset>
      )}
    </div>
  );
}
