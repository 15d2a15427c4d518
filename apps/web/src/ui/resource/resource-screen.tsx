import { Pager } from '../data-table/pager.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { useChosen } from './choose.tsx';
import { useRemoval } from './removal.tsx';
import type { Resource } from './resource.ts';
import { ResourceHead } from './resource-head.tsx';
import { ResourcePanel } from './resource-panel.tsx';
import { ResourceRows } from './resource-rows.tsx';
import { useResource } from './use-resource.ts';
import './resource.css';

type Ids = { readonly id: number };

/**
 * The screen of a resource: its list, its edit panel, and the common functions of such lists
 * (requirement O-P02). `resource.ts` describes the configuration.
 *
 * @param tabs the lists or screens that this one belongs to, above the title
 * @param actions actions of the list, next to its title
 * @param above content between head and list, such as figures
 */
export function ResourceScreen<Row extends Ids, Draft, One extends Ids = Row>({
  resource,
  tabs,
  actions,
  above,
}: {
  readonly resource: Resource<Row, Draft, One>;
  readonly tabs?: React.ReactNode;
  readonly actions?: React.ReactNode;
  readonly above?: React.ReactNode;
}) {
  const list = useResource(resource);
  const chosen = useChosen(list.filterKey);
  const removal = useRemoval(resource, () => {
    chosen.clear();
    list.open(null);
  });
  const hasBulk =
    resource.archive !== undefined || resource.remove !== undefined || resource.bulk !== undefined;
  return (
    <div className="resource">
      {tabs}
      <ResourceHead resource={resource} list={list} actions={actions} />
      {above}
      {chosen.ids.size > 0 && (
        <BulkBar resource={resource} list={list} chosen={chosen} onRemoval={removal.ask} />
      )}
      <div className="resource-list">
        <ResourceRows resource={resource} list={list} chosen={hasBulk ? chosen : null} />
      </div>
      {list.count > 0 && (
        <Pager
          page={list.query.page}
          pageSize={list.query.pageSize}
          count={list.count}
          isLimit={list.isLimit}
          onPage={(page) => list.change({ page: page === 1 ? undefined : String(page) })}
          onPageSize={(pageSize) => list.change({ pageSize: String(pageSize) })}
        />
      )}
      <ResourcePanel
        resource={resource}
        opened={list.opened}
        isArchived={list.isArchived}
        onRemoval={removal.ask}
        onClose={() => list.open(null)}
      />
      {removal.dialog}
    </div>
  );
}
