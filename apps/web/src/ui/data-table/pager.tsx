import { formatNumber } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../display.ts';
import './data-table.css';

/** Page sizes (requirement E-P04). */
export const PAGE_SIZES = [25, 50, 75, 100] as const;
/** Requirement E-P04. */
export const DEFAULT_PAGE_SIZE = 50;

/** The highest page that the server returns. */
const MAX_PAGE = 1_000_000;

/** The editable page number. Enter, or leaving the field, opens that page. */
function PageField({
  page,
  last,
  onPage,
}: {
  readonly page: number;
  readonly last: number;
  readonly onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  const go = (field: HTMLInputElement) => {
    const wanted = Math.min(last, Math.trunc(field.valueAsNumber));
    field.value = String(wanted >= 1 ? wanted : page);
    if (wanted >= 1 && wanted !== page) onPage(wanted);
  };
  return (
    <input
      // A new page resets the field.
      key={page}
      type="number"
      className="pager-page"
      aria-label={t('table.page')}
      min={1}
      max={last}
      defaultValue={page}
      onBlur={(event) => go(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        go(event.currentTarget);
      }}
    />
  );
}

/**
 * Opens the next, the previous, the last or any page of a list with server paging, and sets the page size.
 * If rows are counted up to a limit, pages continue beyond the count, and the last page is unknown.
 *
 * @param page counts from 1
 * @param isLimit there are more rows than counted
 * @param sizes allowed page sizes
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
  const number = (value: number) => formatNumber(value, locale);
  const last = Math.max(1, Math.ceil(count / pageSize));
  const from = count === 0 || (!isLimit && page > last) ? 0 : (page - 1) * pageSize + 1;
  const values = {
    from: number(from),
    to: number(from === 0 ? 0 : Math.max(from, Math.min(count, page * pageSize))),
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
        onClick={() => onPage(isLimit ? page - 1 : Math.min(page - 1, last))}
      >
        <span aria-hidden="true">‹</span>
      </button>
      {(isLimit || last > 2) && (
        <PageField page={page} last={isLimit ? MAX_PAGE : last} onPage={onPage} />
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t('table.nextPage')}
        disabled={!isLimit && page >= last}
        onClick={() => onPage(page + 1)}
      >
        <span aria-hidden="true">›</span>
      </button>
      {!isLimit && last > 2 && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('table.lastPage')}
          disabled={page === last}
          onClick={() => onPage(last)}
        >
          <span aria-hidden="true">»</span>
        </button>
      )}
    </nav>
  );
}

/** The pager of a list whose page size cannot be changed. */
export function FixedPager(
  props: Omit<React.ComponentProps<typeof Pager>, 'sizes' | 'onPageSize'>,
) {
  return <Pager {...props} sizes={[props.pageSize]} onPageSize={() => undefined} />;
}
