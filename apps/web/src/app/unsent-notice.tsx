import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logout } from '../session/leave.ts';
import { askBeforeSignOut } from '../session/sign-out.ts';
import { Button } from '../ui/button/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { look, row, stack } from '../ui/look/look.ts';
import { type KeptChange, ownChanges } from '../ui/outbox/own-changes.ts';
import { UnsentState } from '../ui/outbox/unsent-state.tsx';
import { useUnsent } from '../ui/outbox/use-own-changes.ts';

/** Fields whose text a person typed, in the sequence in which they are shown. */
const TYPED = ['text', 'comment', 'damage', 'remark'] as const;

const typedIn = ({ draft: { values } }: KeptChange): string[] =>
  TYPED.map((name) => values[name]).filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );

/** A refused change: the reason, what to do, and what was typed, so that it can be entered again. */
function Refused({ change }: { readonly change: KeptChange }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { draft, faults, reason } = change;
  const reasons = [...new Set([reason ?? '', ...Object.values(faults).flat()])].filter(Boolean);
  return (
    <li className={stack({ gap: 2, items: 'start' })}>
      <span className={row({ gap: 2, align: 'center' })}>
        <CircleAlert size={20} aria-hidden="true" />
        <strong>{t('unsent.refusedOf', { what: t(`unsent.what.${draft.call}`) })}</strong>
      </span>
      <UnsentState change={change} />
      <span>{reasons.join(' ')}</span>
      {typedIn(change).map((text) => (
        <q key={text} className={look({ breaks: true })}>
          {text}
        </q>
      ))}
      <span>{t('unsent.advice')}</span>
      <span className={row({ gap: 2, wrap: true })}>
        <Button onClick={() => void ownChanges.retry(change)}>{t('action.retry')}</Button>
        <Button kind="link" onClick={() => setIsAsking(true)}>
          {t('unsent.discard')}
        </Button>
      </span>
      {isAsking && (
        <ConfirmDialog
          title={t('unsent.discardTitle')}
          message={t('unsent.discardText')}
          confirmLabel={t('unsent.discard')}
          onAnswer={(isConfirmed) => {
            setIsAsking(false);
            if (isConfirmed) void ownChanges.discard(change);
          }}
        />
      )}
    </li>
  );
}

/** Asks before the person signs out, as long as there are changes that are not sent. */
function SignOutQuestion({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    askBeforeSignOut(count > 0 ? () => setIsAsking(true) : null);
    return () => askBeforeSignOut(null);
  }, [count]);
  if (!isAsking) return null;
  return (
    <ConfirmDialog
      title={t('unsent.signOutTitle')}
      message={t('unsent.signOutText', { count })}
      confirmLabel={t('menu.logout')}
      onAnswer={(isConfirmed) => {
        setIsAsking(false);
        if (isConfirmed) void logout();
      }}
    />
  );
}

/** The changes of the user that are stored on this phone: how many wait, and each that the server refused. */
export function UnsentNotice() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const unsent = useUnsent();
  const refused = unsent.filter(({ state }) => state === 'refused');
  const waiting = unsent.length - refused.length;
  useEffect(() => {
    ownChanges.readBeforeShown(() => client.invalidateQueries());
  }, [client]);
  return (
    <>
      {/* Present from the start, so that screen readers announce what appears in it. */}
      <div role="status">
        {waiting > 0 && (
          <div
            className={row({
              gap: 2,
              align: 'center',
              wrap: true,
              paddingX: 4,
              paddingY: 2,
              ground: 'warn',
            })}
          >
            <span className={row({ gap: 2, align: 'center' })}>
              <CloudUpload size={20} aria-hidden="true" />
              <span>{t('unsent.count', { count: waiting })}</span>
            </span>
            <Button onClick={() => void ownChanges.sendNow()}>{t('unsent.sendNow')}</Button>
          </div>
        )}
      </div>
      {refused.length > 0 && (
        <div role="alert">
          <ul
            className={stack({
              columns: 'one',
              gap: 4,
              margin: 0,
              paddingX: 4,
              paddingY: 2,
              ground: 'bad',
              list: true,
            })}
          >
            {refused.map((change) => (
              <Refused key={change.reportKey} change={change} />
            ))}
          </ul>
        </div>
      )}
      <SignOutQuestion count={unsent.length} />
    </>
  );
}
