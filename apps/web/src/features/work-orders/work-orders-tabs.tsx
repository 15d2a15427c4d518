import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkTabs } from '../../ui/list-tabs/list-tabs.tsx';

const SCREENS = [
  ['/work-orders', 'workOrders.title'],
  ['/work-orders/board', 'workOrders.board'],
  ['/work-orders/campaigns', 'recalls.title'],
] as const;

/** The screens of the workshop: work orders, the board of the week, recalls and campaigns. */
export function WorkOrdersTabs() {
  const { t } = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <LinkTabs
      label={t('workOrders.screens')}
      tabs={SCREENS.map(([to, label]) => ({ to, label: t(label), isCurrent: to === path }))}
    />
  );
}
