import { useTranslation } from 'react-i18next';
import { LinkTabs } from '../../ui/list-tabs/list-tabs.tsx';

/** The lists of the screen /parts; the first one has no name in its address. */
export const PARTS_LISTS = ['parts', 'movements', 'stores', 'suppliers'] as const;

type Current = (typeof PARTS_LISTS)[number] | 'purchase-orders' | 'stock-take';

/** The screens of parts and stock: the lists, purchase orders and stock-take. */
export function PartsTabs({ current }: { readonly current: Current }) {
  const { t } = useTranslation();
  const lists = PARTS_LISTS.map((key) => ({
    label: t(`parts.tab.${key}`),
    to: '/parts',
    search: key === 'parts' ? undefined : { list: key },
    isCurrent: key === current,
  }));
  const screens = [
    {
      label: t('parts.orders.title'),
      to: '/parts/purchase-orders',
      isCurrent: current === 'purchase-orders',
    },
    { label: t('parts.take.title'), to: '/parts/stock-take', isCurrent: current === 'stock-take' },
  ];
  return <LinkTabs label={t('parts.tabs')} tabs={[...lists, ...screens]} />;
}
