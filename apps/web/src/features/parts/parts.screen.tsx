import { useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { useMovements } from './movements-list.tsx';
import { useParts } from './parts-list.tsx';
import { PARTS_LISTS, PartsTabs } from './parts-tabs.tsx';
import { useStores } from './stores-list.tsx';
import { useSuppliers } from './suppliers-list.tsx';

/** Screen /parts: the catalogue with its stock, the movements, the stores and the suppliers. */
export function PartsScreen() {
  const current = useListTab(PARTS_LISTS);
  const parts = useParts();
  const movements = useMovements();
  const stores = useStores();
  const suppliers = useSuppliers();
  const tabs = <PartsTabs current={current} />;
  switch (current) {
    case 'parts':
      return <ResourceScreen resource={parts} tabs={tabs} />;
    case 'movements':
      return <ResourceScreen resource={movements} tabs={tabs} />;
    case 'stores':
      return <ResourceScreen resource={stores} tabs={tabs} />;
    case 'suppliers':
      return <ResourceScreen resource={suppliers} tabs={tabs} />;
  }
}
