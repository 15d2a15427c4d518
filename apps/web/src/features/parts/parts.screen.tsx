import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { row } from '../../ui/look/look.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { useMovements } from './movements-list.tsx';
import { useParts } from './parts-list.tsx';
import { useStores } from './stores-list.tsx';
import { useSuppliers } from './suppliers-list.tsx';

const LISTS = ['parts', 'movements', 'stores', 'suppliers'] as const;

/** Screen /parts: the catalogue with its stock, the movements, the stores and the suppliers. */
export function PartsScreen() {
  const { t } = useTranslation();
  const current = useListTab(LISTS);
  const parts = useParts();
  const movements = useMovements();
  const stores = useStores();
  const suppliers = useSuppliers();
  const above = (
    <>
      <p className={row({ gap: 4, wrap: true, margin: 0, padding: 3 })}>
        <Link to="/parts/purchase-orders">{t('parts.orders.title')}</Link>
        <Link to="/parts/stock-take">{t('parts.take.title')}</Link>
      </p>
      <ListTabs
        label={t('parts.tabs')}
        current={current}
        tabs={LISTS.map((key) => ({ key, label: t(`parts.tab.${key}`) }))}
      />
    </>
  );
  switch (current) {
    case 'parts':
      return <ResourceScreen resource={parts} above={above} />;
    case 'movements':
      return <ResourceScreen resource={movements} above={above} />;
    case 'stores':
      return <ResourceScreen resource={stores} above={above} />;
    case 'suppliers':
      return <ResourceScreen resource={suppliers} above={above} />;
  }
}
