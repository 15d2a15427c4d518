import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { column, cx, row } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { AlertList } from './alert-list.tsx';
import styles from './alerts.module.css';
import { RuleList } from './rule-list.tsx';

const TABS = ['alerts', 'rules'] as const;

/** Screen /events/alerts: the alerts and their rules. */
export function AlertsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search: { tab?: string } = useSearch({ strict: false });
  const tab = search.tab === 'rules' ? 'rules' : 'alerts';
  return (
    <div className={cx(column({ gap: 4, padding: 6 }), styles.alertsScreen)}>
      <PageTitle title={t('alerts.title')} />
      <nav className={cx(row({ gap: 2 }), styles.alertsTabs)} aria-label={t('alerts.title')}>
        {TABS.map((one) => (
          <Button
            kind="bare"
            key={one}
            aria-current={tab === one ? 'page' : undefined}
            onClick={() =>
              void navigate({ to: '/events/alerts', search: one === 'rules' ? { tab: one } : {} })
            }
          >
            {t(`alerts.tab.${one}`)}
          </Button>
        ))}
      </nav>
      {tab === 'rules' ? <RuleList /> : <AlertList />}
    </div>
  );
}
