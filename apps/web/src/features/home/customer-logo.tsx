import { served } from '../../api/bases.ts';
import type { CurrentUser } from '../../session/storage.ts';
import { Logo } from '../../ui/logo.tsx';
import styles from './home.module.css';

/** The customer's logo if enabled and available, else the product's (C-01, C-02). */
export function CustomerLogo({ current }: { readonly current: CurrentUser }) {
  const customer = current.user.customers[0];
  const logo = customer?.logo;
  if (current.customer_config.render_cust_logo_on_dl_homescreen && logo != null && logo !== '') {
    return (
      <img
        data-part="customer-logo"
        className={styles.customerLogo}
        src={served(logo)}
        alt={customer?.name ?? ''}
      />
    );
  }
  return <Logo size={48} />;
}
