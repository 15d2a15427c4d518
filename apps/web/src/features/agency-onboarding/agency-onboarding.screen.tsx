import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { useAgencies } from './agencies-list.tsx';
import { useOnboardings } from './onboarding-list.tsx';
import { TermsDialog } from './terms-dialog.tsx';

const LISTS = ['onboardings', 'agencies'] as const;

/** Screen /agency-onboarding: onboardings of agency drivers, and the agencies (U-21). */
export function AgencyOnboardingScreen() {
  const { t } = useTranslation();
  const { current: session } = useSession();
  const current = useListTab(LISTS);
  const onboardings = useOnboardings();
  const agencies = useAgencies();
  const [isChanging, setIsChanging] = useState(false);
  const mayChange = may(session, { kind: 'administrator' }) && !session.user.is_global_admin;
  const tabs = (
    <ListTabs
      label={t('agencyOnboarding.tabs')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`agencyOnboarding.tab.${key}`) }))}
    />
  );
  if (current === 'agencies')
    return <ResourceScreen key={current} resource={agencies} tabs={tabs} />;
  return (
    <ResourceScreen
      key={current}
      resource={onboardings}
      tabs={tabs}
      actions={
        mayChange && (
          <>
            <Button onClick={() => setIsChanging(true)}>{t('agencyOnboarding.termsTitle')}</Button>
            {isChanging && <TermsDialog onClose={() => setIsChanging(false)} />}
          </>
        )
      }
    />
  );
}
