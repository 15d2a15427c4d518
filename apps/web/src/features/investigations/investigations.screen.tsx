import { useQuery } from '@tanstack/react-query';
import { useBlocker, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { History } from '../../ui/history/history.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { toast } from '../../ui/toast.ts';
import { BackLink, useListCrumb } from './back-link.tsx';
import { InvestigationStatus } from './investigation-status.tsx';
import { Facts, Schedules } from './investigations-facts.tsx';
import type { Investigation } from './investigations-form.ts';
import { investigationKey } from './investigations-keys.ts';
import { QuestionList } from './question-list.tsx';
import { SignOff } from './sign-off.tsx';
import { type InvestigationForm, useInvestigationForm } from './use-investigation-form.ts';
import '../../ui/vehicle-file/vehicle-file.css';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import styles from './investigations.module.css';

/** A short message with a link back (requirement I-28). */
function Message({
  title,
  text,
  onRetry,
}: {
  readonly title: string;
  readonly text?: string;
  readonly onRetry?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div
      className={cx(
        stack({
          columns: 'one',
          content: 'center',
          gap: 4,
          paddingX: 6,
          paddingTop: 4,
          paddingBottom: 0,
          items: 'start',
        }),
        styles.investigation,
      )}
      role="alert"
    >
      <PageTitle title={title} />
      {text !== undefined && <p>{text}</p>}
      <p className={row({ wrap: true, gap: 2 })}>
        {onRetry !== undefined && (
          <Button kind="primary" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )}
        <BackLink className="button">{t('investigation.back')}</BackLink>
      </p>
    </div>
  );
}

/** Back link, name and status (requirements I-13 to I-15). */
function Head({ investigation }: { readonly investigation: Investigation }) {
  const { t } = useTranslation();
  const list = useListCrumb();
  return (
    <header className={cx(row({ align: 'center', gap: 4 }), styles.investigationHead)}>
      <BackLink className="icon-button" label={t('investigation.backToList')}>
        <span aria-hidden="true">←</span>
      </BackLink>
      <div>
        <PageTitle title={investigation.template.title} parents={[list]} />
        <p className={look({ tone: 'quiet', size: 'small' })}>
          {[investigation.vehicle.registration, investigation.depot_name]
            .filter((text) => text !== null)
            .join(' · ')}
        </p>
      </div>
      <InvestigationStatus status={investigation.status} />
    </header>
  );
}

/** Asks before discarding unsaved answers. */
function LeaveGuard({ form }: { readonly form: InvestigationForm }) {
  const { t } = useTranslation();
  const isHeld = form.isChanged && !form.isSaving;
  const blocker = useBlocker({
    shouldBlockFn: () => isHeld,
    enableBeforeUnload: () => isHeld,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('investigation.leaveTitle')}
      message={t('investigation.leaveText')}
      onAnswer={(isConfirmed) => (isConfirmed ? blocker.proceed() : blocker.reset())}
    />
  );
}

/** Shows that somebody else saved first, and offers to load that version. */
function Conflict({ form }: { readonly form: InvestigationForm }) {
  const { t } = useTranslation();
  if (form.conflict === null) return null;
  return (
    <div
      className={cx(
        stack({ items: 'start', gap: 2, padding: 4, ground: 'warn', radius: 'medium' }),
        styles.investigationConflict,
      )}
      role="alert"
    >
      <p>{form.conflict}</p>
      <p>{t('investigation.conflictText')}</p>
      <Button onClick={() => void form.reload()}>{t('investigation.reload')}</Button>
    </div>
  );
}

/** "Go Back" and "Update" (requirements I-24 to I-27, I-32). */
function Foot({ form }: { readonly form: InvestigationForm }) {
  const { t } = useTranslation();
  const text = form.isDone
    ? 'investigation.completed'
    : form.isSaving
      ? 'investigation.saving'
      : 'investigation.update';
  return (
    <footer
      className={cx(
        row({ justify: 'end', gap: 2, ground: 'ground', borderTop: true }),
        styles.investigationFoot,
      )}
    >
      <BackLink className="button large">{t('investigation.back')}</BackLink>
      {form.mayWrite && (
        <Button
          kind="primary"
          size="large"
          disabled={form.isDone || form.isSaving}
          onClick={form.save}
        >
          {t(text)}
        </Button>
      )}
    </footer>
  );
}

const PAGE = cx(
  stack({
    columns: 'one',
    content: 'start',
    gap: 4,
    paddingX: 6,
    paddingTop: 4,
    paddingBottom: 0,
  }),
  styles.investigation,
);

function Page({ investigation }: { readonly investigation: Investigation }) {
  const form = useInvestigationForm(investigation);
  return (
    <div className={PAGE}>
      <Head investigation={investigation} />
      <Conflict form={form} />
      <div className={cx(stack({ align: 'start', gap: 4 }), styles.investigationColumns)}>
        <div className={stack({ columns: 'one', gap: 4 })}>
          <QuestionList form={form} />
          <SignOff form={form} />
        </div>
        <div className={stack({ columns: 'one', gap: 4 })}>
          <Facts investigation={investigation} />
          <Schedules investigation={investigation} />
          <History kind="investigation" id={investigation.id} />
        </div>
      </div>
      <Foot form={form} />
      <LeaveGuard form={form} />
    </div>
  );
}

/** Requirement I-12: both are whole numbers from 1 on. */
const isId = (text: string | undefined): boolean => /^[1-9]\d{0,8}$/.test(text ?? '');

function Loaded({
  id,
  investigationId,
}: {
  readonly id: number;
  readonly investigationId: number;
}) {
  const { t } = useTranslation();
  const read = useQuery({
    queryKey: investigationKey(id, investigationId),
    // URLs in it expire; the input stays in the form.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: ({ signal }) =>
      api.investigations.read({ params: { id, investigationId }, signal, quiet: true }),
  });
  const { error } = read;
  const isMissing = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (error !== null && !isMissing) toast.error(t('investigation.loadFailed'));
  }, [error, isMissing, t]);
  if (read.data !== undefined) return <Page key={investigationId} investigation={read.data} />;
  if (read.isPending) {
    return (
      <div className={PAGE} aria-busy="true">
        <p role="status">{t('vehicleFile.loading')}</p>
      </div>
    );
  }
  if (isMissing) {
    return <Message title={t('investigation.notFound')} text={t('investigation.notFoundText')} />;
  }
  return <Message title={t('investigation.loadFailed')} onRetry={() => void read.refetch()} />;
}

/** `/vehicle-file/activity/{activityId}/investigation/{investigationId}` (requirements I-12 to I-53). */
export function InvestigationScreen() {
  const { t } = useTranslation();
  const { activityId, investigationId } = useParams({ strict: false });
  const isNamed = isId(activityId) && isId(investigationId);
  useEffect(() => {
    if (!isNamed) toast.error(t('investigation.missingIds'));
  }, [isNamed, t]);
  if (!isNamed) return <Message title={t('investigation.missingIds')} />;
  return <Loaded id={Number(activityId)} investigationId={Number(investigationId)} />;
}
