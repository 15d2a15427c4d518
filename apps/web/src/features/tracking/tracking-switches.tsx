import { useTranslation } from 'react-i18next';

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
    <div className="live-switches">
      <fieldset className="segmented">
        <legend className="visually-hidden">{t('track.groupBy')}</legend>
        <button
          type="button"
          aria-pressed={by === 'depot'}
          onClick={() => onChange({ by: undefined })}
        >
          {t('track.byDepot')}
        </button>
        <button
          type="button"
          aria-pressed={by === 'driver'}
          onClick={() => onChange({ by: 'driver' })}
        >
          {t('track.byDriver')}
        </button>
      </fieldset>
      {view !== null && (
        <fieldset className="segmented">
          <legend className="visually-hidden">{t('track.view')}</legend>
          <button
            type="button"
            aria-pressed={view === 'map'}
            onClick={() => onChange({ view: undefined })}
          >
            {t('track.viewMap')}
          </button>
          <button
            type="button"
            aria-pressed={view === 'table'}
            onClick={() => onChange({ view: 'table' })}
          >
            {t('track.viewTable')}
          </button>
        </fieldset>
      )}
    </div>
  );
}
