import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { Button } from '../button/button.tsx';
import { LeaveGuard } from '../leave-guard/leave-guard.tsx';
import { row, stack } from '../look/look.ts';
import { AreaField, TextField } from '../resource/bound-fields.tsx';

/**
 * A driver's comment on a record, and the signature with their name once it may be signed. Asks before a comment that
 * is not stored is lost.
 *
 * @param comment the stored comment
 * @param mustSign the comment is stored with the signature only
 * @param maySign whether the record waits for the signature
 * @param hint what the signature confirms
 * @param isChanged whether other fields that are stored with the signature have changed
 * @param onSave stores the comment, and the signature if there is a name
 */
export function SignForm({
  comment,
  maySign,
  mustSign = false,
  hint,
  isChanged = false,
  isPending,
  onSave,
}: {
  readonly comment: string;
  readonly maySign: boolean;
  readonly mustSign?: boolean;
  readonly hint: string;
  readonly isChanged?: boolean;
  readonly isPending: boolean;
  readonly onSave: (comment: string, signedBy: string | null) => void;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { first_name, last_name } = current.user;
  const [draft, setDraft] = useState({ comment, name: `${first_name} ${last_name}`.trim() });
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[]>>>({});
  const form = {
    draft,
    faults,
    change: (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes }),
  };
  const sign = () => {
    const isEmpty = draft.name.trim().length < 2;
    setFaults(isEmpty ? { name: [t('sign.enterName')] } : {});
    if (!isEmpty) onSave(draft.comment, draft.name.trim());
  };
  const isHeld = () => !isPending && (isChanged || draft.comment !== comment);
  return (
    <div className={stack({ gap: 3 })}>
      <LeaveGuard isHeld={isHeld} />
      <AreaField form={form} name="comment" label={t('sign.comment')} maxLength={2000} />
      {maySign && (
        <TextField
          form={form}
          name="name"
          label={t('sign.name')}
          hint={hint}
          isRequired
          maxLength={90}
        />
      )}
      <div className={row({ gap: 2, wrap: true })}>
        {maySign && (
          <Button kind="primary" disabled={isPending} onClick={sign}>
            {t('sign.sign')}
          </Button>
        )}
        {!mustSign && (
          <Button disabled={isPending} onClick={() => onSave(draft.comment, null)}>
            {t('sign.saveComment')}
          </Button>
        )}
      </div>
    </div>
  );
}
