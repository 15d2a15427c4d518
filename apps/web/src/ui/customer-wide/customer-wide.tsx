import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { actsCustomerWide } from '../../session/rights.ts';
import './customer-wide.css';

/** Says why the settings below are read-only, to a person whose scope is limited to depots. */
export function CustomerWideNote() {
  const { t } = useTranslation();
  const { current } = useSession();
  if (actsCustomerWide(current)) return null;
  return (
    <p className="customer-wide-note" role="note">
      {t('access.customerWide')}
    </p>
  );
}

/**
 * Settings of the whole customer. A person whose scope is limited to depots reads them: every control
 * within is disabled, with the reason above.
 */
export function CustomerWide({ children }: { readonly children: React.ReactNode }) {
  const { current } = useSession();
  return (
    <fieldset className="customer-wide" disabled={!actsCustomerWide(current)}>
      <CustomerWideNote />
      {children}
    </fieldset>
  );
}
