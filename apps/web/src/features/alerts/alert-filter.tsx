import type { NotificationKind } from '@roadworthy/domain';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Select } from '../../ui/select/select.tsx';
import styles from './alert-filter.module.css';
import { useOwnKinds } from './settings/preferences.ts';

export interface Filter {
  readonly unread: boolean;
  readonly kind: NotificationKind | '';
}

/** All or unread notifications, and their kind. */
export function AlertFilter({
  filter,
  onChange,
}: {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const kinds = useOwnKinds();
  return (
    <div className={styles.filter}>
      <fieldset>
        <legend>{t('notify.filter')}</legend>
        {([false, true] as const).map((unread) => (
          <Button
            kind="bare"
            key={String(unread)}
            aria-pressed={filter.unread === unread}
            onClick={() => onChange({ ...filter, unread })}
          >
            {t(unread ? 'notify.filterUnread' : 'notify.filterAll')}
          </Button>
        ))}
      </fieldset>
      {kinds.length > 1 && (
        <>
          <label htmlFor={id}>{t('notify.kindFilter')}</label>
          <Select
            id={id}
            value={filter.kind}
            onChange={({ currentTarget }) =>
              onChange({ ...filter, kind: currentTarget.value as Filter['kind'] })
            }
          >
            <option value="">{t('notify.anyKind')}</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`notify.kind.${kind}`)}
              </option>
            ))}
          </Select>
        </>
      )}
    </div>
  );
}
