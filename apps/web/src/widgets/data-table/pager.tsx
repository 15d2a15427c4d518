import { useTranslation } from 'react-i18next';
import { useLocale } from '../../shell/display.ts';
import './data-table.css';

/** Sizes of a page (requirement E-P04). */
export const PAGE_SIZES = [25, 50, 75, 100] as const;
/** Requirement E-P04. */
export const DEFAULT_PAGE_SIZE = 50;

/**
 * Turns the pages of a list that the server pages, and says how long a page is.
 *
 * @param page from 1
 * @param isLimit there are more rows than were counted
 * @param sizes what a page may hold
 */
export function Pager({
  page,
  pageSize,
  count,
  isLimit = false,
  sizes = PAGE_SIZES,
  onPage,
  onPageSize,
}: {
  readonly page: number;
  readonly pageSize: number;
  readonly count: number;
  readonly isLimit?: boolean;
  readonly sizes?: readonly number[];
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: number) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const number = (value: number) => value.toLocaleString(locale);
  const last = Math.max(1, Math.ceil(count / pageSize));
  const from = count === 0 ? 0 : (page - 1) * pageSize + 1;
  const values = {
    from: number(from),
    to: number(Math.min(count, page * pageSize)),
    count: `${number(count)}${isLimit ? '+' : ''}`,
  };
  return (
    <nav className="pager" aria-label={t('table.pages')}>
      <label>
        <span>{t('table.pageSize')}</span>
        <select
          value={pageSize}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        >
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <span className="pager-range">{t('table.range', values)}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={t('table.previousPage')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <span aria-hidden="true">‹</span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t('table.nextPage')}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        <span aria-hidden="true">›</span>
      </button>
    </nav>
  );
}
