import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { toast } from '../../ui/toast.ts';
import '../../ui/administration.css';
import styles from './system-health.module.css';

type Health = AnswerOf<typeof contract.systemHealth.read>;
type Check = Health['checks'][number];

const ICONS = {
  ok: CircleCheck,
  warning: TriangleAlert,
  error: CircleX,
  unused: CircleDashed,
} as const;
/** Problems first; otherwise in the sequence of the server. */
const RANKS = { error: 0, warning: 1, ok: 2, unused: 3 } as const;

const byState = (checks: readonly Check[]): Check[] =>
  [...checks].sort((a, b) => RANKS[a.state] - RANKS[b.state]);

function CheckItem({ check }: { readonly check: Check }) {
  const { t } = useTranslation();
  const Icon = ICONS[check.state];
  return (
    <li className={styles.check}>
      <span className={styles.state} data-state={check.state}>
        <Icon aria-hidden size={16} />
        {t(`systemHealth.state.${check.state}`)}
      </span>
      <div className={styles.texts}>
        <h2>{check.title}</h2>
        <p>{check.finding}</p>
        {check.advice !== null && (
          <p>
            <strong>{t('systemHealth.advice')}</strong> {check.advice}
          </p>
        )}
      </div>
    </li>
  );
}

function TestMailButton() {
  const { t } = useTranslation();
  const send = useMutation({
    mutationFn: () => api.systemHealth.sendTestMail(),
    onSuccess: ({ sent_to }) => toast.success(t('systemHealth.testMailSent'), { subject: sent_to }),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button onClick={() => send.mutate()} disabled={send.isPending}>
      {t('systemHealth.sendTestMail')}
    </Button>
  );
}

function useSummary({ checks, checked_at, version }: Health): readonly [string, string] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const count = (state: Check['state']) => checks.filter((one) => one.state === state).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const summary =
    errors + warnings === 0
      ? t('systemHealth.allWell')
      : t('systemHealth.problems', { errors, warnings });
  const time = formatDateTime(Date.parse(checked_at), dates);
  return [summary, t('systemHealth.checkedAt', { time, version })];
}

function Results({
  health,
  isChecking,
  onCheck,
}: {
  readonly health: Health;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
}) {
  const { t } = useTranslation();
  const [summary, details] = useSummary(health);
  return (
    <>
      <div className={styles.summary}>
        <div role="status">
          <p>
            <strong>{summary}</strong>
          </p>
          <p className={styles.quiet}>{details}</p>
        </div>
        <div className={styles.actions}>
          <Button onClick={onCheck} disabled={isChecking}>
            {t(isChecking ? 'systemHealth.checking' : 'systemHealth.checkAgain')}
          </Button>
          <TestMailButton />
        </div>
      </div>
      <ul className={styles.checks}>
        {byState(health.checks).map((check) => (
          <CheckItem key={check.name} check={check} />
        ))}
      </ul>
      <p className={styles.quiet}>{t('systemHealth.doctor')}</p>
    </>
  );
}

/** The checks of the installation, as `npm run doctor` shows them. */
export function SystemHealthScreen() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['system-health'],
    queryFn: ({ signal }) => api.systemHealth.read({ signal }),
    // Each check is new: an old result misleads.
    gcTime: 0,
  });
  const check = () => void refetch();
  return (
    <div className="page">
      <PageTitle title={t('systemHealth.title')} />
      {error !== null && (
        <div className="panel" role="alert">
          <p>{error.message}</p>
          <div>
            <Button onClick={check}>{t('systemHealth.checkAgain')}</Button>
          </div>
        </div>
      )}
      {data === undefined
        ? error === null && <output className={styles.quiet}>{t('systemHealth.checking')}</output>
        : error === null && <Results health={data} isChecking={isFetching} onCheck={check} />}
    </div>
  );
}
