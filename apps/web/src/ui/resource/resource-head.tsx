import { formatNumber } from '@roadworthy/domain';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SavedViews } from '../data-table/saved-views/saved-views.tsx';
import { useLocale } from '../display.ts';
import { FormatMenu } from '../download-menu/download-menu.tsx';
import { saveFrom } from '../download-menu/save-report.ts';
import { PageTitle } from '../page-title.tsx';
import { ImportButton } from './import-button.tsx';
import type { Resource } from './resource.ts';
import { SearchBox } from './search-box.tsx';
import type { ResourceList } from './use-resource.ts';

type Ids = { readonly id: number };

/** More filters than this open by a button on a phone, to leave space for the list. */
const MOST_OPEN = 2;

/** The filters of a list; when collapsed, with the number of active ones. */
function Filters<Row extends Ids, Draft, One extends Ids>({
  filters: { names, Controls },
  list,
}: {
  readonly filters: NonNullable<Resource<Row, Draft, One>['filters']>;
  readonly list: ResourceList<Row>;
}) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const controls = <Controls values={list.values} change={list.change} />;
  if (names.length <= MOST_OPEN) return controls;
  const count = Object.values(list.values).filter((value) => value !== undefined).length;
  return (
    <>
      <button
        type="button"
        className="button resource-fold"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {count === 0 ? t('resource.filters') : t('resource.filtersSet', { count })}
      </button>
      <div className={isOpen ? 'resource-filters is-open' : 'resource-filters'}>{controls}</div>
    </>
  );
}

interface HeadProps<Row extends Ids, Draft, One extends Ids> {
  readonly resource: Resource<Row, Draft, One>;
  readonly list: ResourceList<Row>;
  /** Actions of this list besides download, import and new records. */
  readonly actions?: React.ReactNode;
}

/** The actions of the list; the way to a new record is the last one. */
function Actions<Row extends Ids, Draft, One extends Ids>({
  resource: { texts, exportAddress, kind, importKind, form, mayAdd: mayAddMore },
  list,
  actions,
}: HeadProps<Row, Draft, One>) {
  const { t } = useTranslation();
  const mayAdd = form !== undefined && mayAddMore !== false;
  const { page: _page, pageSize: _pageSize, ...asked } = list.query;
  return (
    <div className="resource-actions">
      {actions}
      {exportAddress !== undefined && (
        <FormatMenu
          isDisabled={list.count === 0}
          save={(format) => saveFrom(exportAddress({ ...asked, format }), `${kind}.${format}`)}
        />
      )}
      {importKind !== undefined && mayAdd && (
        <ImportButton kind={importKind} list={t(`${texts}.title`)} />
      )}
      {mayAdd && (
        <button type="button" className="button primary" onClick={() => list.open('new')}>
          <span aria-hidden="true">+</span>
          {t([`${texts}.addNew`, 'resource.add'])}
        </button>
      )}
    </div>
  );
}

/** Title, count and actions of the list; below them its search and filters. */
export function ResourceHead<Row extends Ids, Draft, One extends Ids>({
  resource,
  list,
  actions,
}: HeadProps<Row, Draft, One>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { texts, filters, archive } = resource;
  const viewNames = useMemo(
    () => ['search', 'ordering', 'archived', 'pageSize', ...(filters?.names ?? [])],
    [filters?.names],
  );
  return (
    <header className="resource-head">
      <div className="resource-title">
        <PageTitle title={t(`${texts}.title`)} />
        <span className="resource-count" role="status">
          {list.state.isPending
            ? ''
            : t('resource.count', {
                count: list.count,
                shown: `${formatNumber(list.count, locale)}${list.isLimit ? '+' : ''}`,
              })}
        </span>
        <Actions resource={resource} list={list} actions={actions} />
      </div>
      <div className="resource-tools">
        <SearchBox
          label={t(`${texts}.search`)}
          value={list.query.search}
          onSearch={(search) => list.change({ search: search === '' ? undefined : search })}
        />
        {filters !== undefined && <Filters filters={filters} list={list} />}
        {archive !== undefined && (
          <label className="resource-archived">
            <input
              type="checkbox"
              checked={list.isArchived}
              onChange={(event) =>
                list.change({ archived: event.currentTarget.checked ? '1' : undefined })
              }
            />
            <span>{t('resource.archived')}</span>
          </label>
        )}
        <SavedViews list={texts} names={viewNames} />
      </div>
    </header>
  );
}
