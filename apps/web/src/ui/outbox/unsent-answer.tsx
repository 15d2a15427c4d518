import { useTranslation } from 'react-i18next';
import { look, stack } from '../look/look.ts';
import type { KeptChange } from './own-changes.ts';
import { UnsentState } from './unsent-state.tsx';

/** A comment or signature that is stored on the phone and not sent yet, with its text and the name. */
export function UnsentAnswer({ change }: { readonly change: KeptChange }) {
  const { t } = useTranslation();
  const { comment, signed_by: name } = change.draft.values;
  return (
    <div className={stack({ columns: 'one', gap: 2 })}>
      <UnsentState change={change} />
      {typeof comment === 'string' && comment !== '' && (
        <p className={look({ margin: 0, breaks: true })}>{comment}</p>
      )}
      {typeof name === 'string' && <span>{t('hours.own.signedBy', { name })}</span>}
    </div>
  );
}
