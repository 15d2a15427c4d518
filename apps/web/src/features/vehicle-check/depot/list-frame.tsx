import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Pager } from '../../../ui/data-table/pager.tsx';
import { SavedViews } from '../../../ui/data-table/saved-views/saved-views.tsx';
import { DateRangePicker } from '../../../ui/date-range/date-range-picker.tsx';
import { SearchBox } from '../../../ui/resource/search-box.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { SaveButton } from '../save-button.tsx';
import type { ListKind } from './list-kind.ts';
import { FILTERS, type ListType, MAX_DAYS } from './list-query.ts';
import { type Asking, useRows } from './use-list.ts';
import '../../../ui/resource/resource.css';
import { cx, look } from '../../../ui/look/look.ts';
import styles from './depot.module.css';

/** Parameters of the address that a saved view keeps. */
const VIEW_NAMES = ['search', 'result', 'state', 'ordering', 'pageSize'];

const tableId = (type: ListType) => `vehicle-check-${type}`;

/** Result of a report, or state of damage. */
function Filter({ asking }: { readonly asking: Asking }) {
  const { t } = useTranslation();
  const { list, change } = asking;
  const filter = FILTERS[list.type];
  if (filter === undefined) return null;
  const { name, values } = filter;
  return (
    <Select
      aria-label={t(`vehicleCheck.${name}`)}
      value={list.filter ?? ''}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value || undefined })}
    >
      <option value="">{t(`vehicleCheck.${name}.all`)}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {t(`vehicleCheck.${name}.${value}`)}
        </option>
      ))}
    </Select>
  );
}

/** Search, days, filter, and CSV download (requirement L-P03). */
function Tools({
  asking,
  csv,
  count,
  children,
}: {
  readonly asking: Asking;
  readonly csv: string | undefined;
  readonly count: number;
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation();
  const { list, change } = asking;
  return (
    <div
      className={cx(
        look({ paddingY: 2, paddingX: 4, ground: 'surface', borderBottom: true }),
        styles.checkTools,
        'resource-tools',
      )}
    >
      <SearchBox
        label={t('vehicleCheck.search')}
        value={list.search}
        onSearch={(search) => change({ search: search || undefined })}
      />
      <Filter asking={asking} />
      {list.type !== 'VEH' && (
        <DateRangePicker
          value={list.days}
          maxDays={MAX_DAYS}
          onChange={({ from, to }) => change({ start_date: from, end_date: to })}
        />
      )}
      <SavedViews list={tableId(list.type)} names={VIEW_NAMES} />
      <span className="resource-gap" />
      {children}
      <SaveButton
        address={csv ?? ''}
        fallback={`${list.type.toLowerCase()}.csv`}
        isDisabled={csv === undefined || count === 0}
      >
        {t('vehicleCheck.csv')}
      </SaveButton>
    </div>
  );
}

/**
 * A list of the depot screen: filters, rows, pages.
 *
 * @param tools buttons next to "Download CSV"
 * @param rowActions actions of a row besides View and PDF
 */
export function ListFrame<Row>({
  kind,
  placeId,
  asking,
  tools,
  rowActions,
}: {
  readonly kind: ListKind<Row>;
  readonly placeId: number;
  readonly asking: Asking;
  readonly tools?: React.ReactNode;
  readonly rowActions?: (row: Row) => React.ReactNode;
}) {
  const { t } = useTranslation();
  const { list, opened, open, change } = asking;
  const { rows, count, isLimit, csv, state } = useRows(kind, placeId, list);
  const selected = rows.find((row) => kind.opens(row) === opened);
  const isFiltered = list.search !== '' || list.filter !== undefined;
  return (
    <>
      <Tools asking={asking} csv={csv} count={count}>
        {tools}
      </Tools>
      <div data-part="check-list" className={cx('resource-list', styles.checkList)}>
        <DataTable
          id={tableId(list.type)}
          label={t(`vehicleCheck.list.${list.type}`)}
          columns={kind.columns}
          rows={rows}
          keyOf={kind.keyOf}
          state={state}
          order={list.ordering}
          selected={selected === undefined ? null : kind.keyOf(selected)}
          empty={{
            title: t(isFiltered ? 'resource.noMatch' : `vehicleCheck.none.${list.type}`),
            text: t(isFiltered ? 'resource.noMatchText' : 'vehicleCheck.noneText'),
          }}
          onOrder={(ordering) => change({ ordering })}
          onSelect={(row) => open(kind.opens(row))}
          actions={(row) => (
            <span
              className={cx(
                look({ flow: 'inlineRow', wrap: true, align: 'center', rowGap: 1, columnGap: 2 }),
                styles.checkActions,
              )}
            >
              <Button
                aria-label={t('vehicleCheck.viewOf', { name: kind.nameOf(row) })}
                onClick={() => open(kind.opens(row))}
              >
                {t('vehicleCheck.view')}
              </Button>
              {kind.pdfOf !== undefined && (
                <SaveButton
                  address={kind.pdfOf(row)}
                  fallback="report.pdf"
                  label={t('vehicleCheck.pdfOf', { name: kind.nameOf(row) })}
                >
                  {t('vehicleCheck.pdf')}
                </SaveButton>
              )}
              {rowActions?.(row)}
            </span>
          )}
        />
      </div>
      {count > 0 && (
        <Pager
          page={list.page}
          pageSize={list.pageSize}
          count={count}
          isLimit={isLimit}
          onPage={(page) => change({ page: page === 1 ? undefined : String(page) })}
          onPageSize={(pageSize) => change({ pageSize: String(pageSize) })}
        />
      )}
    </>
  );
}
