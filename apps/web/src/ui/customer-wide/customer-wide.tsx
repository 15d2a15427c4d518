import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { actsCustomerWide } from '../../session/rights.ts';
import './customer-wide.css';

/** Explains why the settings below are read-only, to administrators with assigned depots. */
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
 * Settings of the whole customer. For administrators with assigned depots every control within is
 * disabled, with the reason above.
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
