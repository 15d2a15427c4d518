import { DISMISSAL_REASONS, EVENT_SEVERITIES, REVIEW_STATES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { rightsOf } from '../../../session/rights.ts';
import { Select } from '../../../ui/select/select.tsx';
import { DONE } from '../events-selection.ts';
import { SERIOUS, type useEvents } from '../use-events.ts';
import styles from './review.module.css';

/** Filters of the list by state of review, severity, and assignment to the user. */
export function ReviewFilters({ search }: { readonly search: ReturnType<typeof useEvents> }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { address, setAddress } = search;
  const set = (name: 'state' | 'severity' | 'reason' | 'assigned', value: string) =>
    setAddress({ [name]: value === '' ? undefined : value, page: undefined, eventId: undefined });
  const select = (
    name: 'state' | 'severity' | 'reason',
    label: string,
    values: readonly string[],
  ) => (
    <Select
      aria-label={label}
      value={address[name] ?? ''}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    >
      <option value="">{`${label}: ${t('events.any')}`}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {t(`events.${name}.${value}`)}
        </option>
      ))}
    </Select>
  );
  return (
    <div className={styles.filters}>
      {select('severity', t('events.severity'), [...EVENT_SEVERITIES, SERIOUS])}
      {rightsOf(current).modules.includes('Events') && (
        <>
          {select('state', t('events.state'), [...REVIEW_STATES, DONE])}
          {select('reason', t('events.dismissedAs'), DISMISSAL_REASONS)}
          <label>
            <input
              type="checkbox"
              checked={address.assigned === 'me'}
              onChange={({ currentTarget }) => set('assigned', currentTarget.checked ? 'me' : '')}
            />{' '}
            {t('events.mine')}
          </label>
        </>
      )}
    </div>
  );
}
