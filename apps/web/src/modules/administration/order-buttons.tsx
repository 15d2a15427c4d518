import { useTranslation } from 'react-i18next';

/**
 * Moves one of a list that has an order, and takes it out.
 *
 * @param texts prefix of `.up`, `.down`, `.remove` and `.removeOne`
 */
export function OrderButtons({
  texts,
  place,
  count,
  onMove,
  onRemove,
}: {
  readonly texts: string;
  /** From 1. */
  readonly place: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="question-buttons">
      <button
        type="button"
        className="icon-button"
        aria-label={t(`${texts}.up`, { place })}
        disabled={place === 1}
        onClick={() => onMove(-1)}
      >
        <span aria-hidden="true">↑</span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t(`${texts}.down`, { place })}
        disabled={place === count}
        onClick={() => onMove(1)}
      >
        <span aria-hidden="true">↓</span>
      </button>
      <button
        type="button"
        className="link-button"
        aria-label={t(`${texts}.removeOne`, { place })}
        disabled={count === 1}
        onClick={onRemove}
      >
        {t(`${texts}.remove`)}
      </button>
    </div>
  );
}
