import { type AnyRouter, useBlocker, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../dialog.tsx';

interface Place {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

interface GuardProps {
  /** Whether there are changes that are not saved. */
  readonly isHeld: () => boolean;
  /** Whether the form is still open at the next address; by default at none. */
  readonly isOpenAt?: (current: Place, next: Place) => boolean;
}

/** Asks whether to discard the changes of a form. */
export function DiscardDialog({ onAnswer }: { readonly onAnswer: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('resource.leaveTitle')}
      message={t('resource.leaveText')}
      confirmLabel={t('resource.leaveConfirm')}
      onAnswer={onAnswer}
    />
  );
}

function RouteGuard({ isHeld, isOpenAt }: GuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isHeld() && isOpenAt?.(current as Place, next as Place) !== true,
    enableBeforeUnload: isHeld,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <DiscardDialog
      onAnswer={(isConfirmed) => (isConfirmed ? blocker.proceed() : blocker.reset())}
    />
  );
}

/**
 * While a form has changes: asks before the menu, a link, Back or closing the tab discards them. Without a
 * router there is no address to leave.
 */
export function LeaveGuard(props: GuardProps) {
  const router = useRouter({ warn: false }) as AnyRouter | null | undefined;
  return router == null ? null : <RouteGuard {...props} />;
}
