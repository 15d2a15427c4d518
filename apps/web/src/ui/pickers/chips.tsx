import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '../close-icon.tsx';
import type { Chosen } from './kind.ts';

/** More chips than a person looks through stay out of the page until they are asked for. */
const SHOWN_AT_FIRST = 30;

/** What was picked, each removed by a click on its chip (requirement P-014). */
export function Chips({
  chosen,
  onRemove,
}: {
  readonly chosen: readonly Chosen[];
  readonly onRemove: (id: number) => void;
}) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const list = useRef<HTMLUListElement>(null);
  if (chosen.length === 0) return null;
  const hidden = chosen.length - limit;
  const remove = (id: number, event: React.MouseEvent<HTMLButtonElement>) => {
    // The keyboard goes on with the chip that follows, or the one before the last.
    const item = event.currentTarget.closest('li');
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    neighbour?.querySelector('button')?.focus();
    onRemove(id);
  };
  return (
    <ul ref={list} className="picker-chips">
      {chosen.slice(0, limit).map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            aria-label={t('picker.remove', { name })}
            onClick={(event) => remove(id, event)}
          >
            <span>{name}</span>
            <CloseIcon sizePx={14} />
          </button>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            className="link-button"
            onClick={() => setLimit(limit + SHOWN_AT_FIRST)}
          >
            {t('picker.more', { count: hidden })}
          </button>
        </li>
      )}
    </ul>
  );
}
