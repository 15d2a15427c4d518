import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import { look, row } from '../../ui/look/look.ts';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { toast } from '../../ui/toast.ts';
import { DRIVERS_FILE_KEY } from './drivers-file.ts';
import { useDayText } from './file-state.tsx';

type Check = AnswerOf<typeof contract.licenceChecks.read>;
type Run = Check['runs'][number];

/** Obstacles that a new mandate removes. */
const NEEDS_MANDATE: readonly Check['obstacle'][] = ['no_mandate', 'mandate_expired'];
/** The documents of the file decide whether the licence may be asked for: they share its key. */
const keyOf = (id: number) => [DRIVERS_FILE_KEY, 'licence', id];
const NONE = '–';

function useTexts() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const moment = (text: string | null) =>
    text === null ? NONE : formatDateTime(Date.parse(text), dates);
  const outcome = (one: Run['outcome']) =>
    one === 'found' || one === 'not_found'
      ? t(`licenceChecks.outcome.${one}`)
      : t(`licenceChecks.failure.${one}`);
  return { moment, outcome };
}

/** What came of the last request, and whether it is repeated. */
function Outcome({ check }: { readonly check: Check }) {
  const { t } = useTranslation();
  const { moment, outcome } = useTexts();
  const { asked_at: askedAt, failure, next_check_at: next, state } = check;
  if (state === null) return t('licenceChecks.never');
  const word = outcome(state === 'failed' ? (failure ?? 'unavailable') : state);
  const text = t('licenceChecks.asked', { outcome: word, when: moment(askedAt) });
  return state === 'found' || next === null || check.obstacle !== null
    ? text
    : `${text} ${t('licenceChecks.again', { when: moment(next) })}`;
}

function Runs({ runs }: { readonly runs: readonly Run[] }) {
  const { t } = useTranslation();
  const { moment, outcome } = useTexts();
  return (
    <ul className={look({ margin: 0 })}>
      {runs.map((run) => (
        <li key={run.asked_at}>
          {[
            moment(run.asked_at),
            run.user ?? t('licenceChecks.automatic'),
            outcome(run.outcome),
            ...run.changes.map((one) => t(`licenceChecks.change.${one}`)),
          ].join(', ')}
        </li>
      ))}
    </ul>
  );
}

/** The check of a licence with the DVLA: whether it can be asked for, the last answer, and the button. */
export function LicenceCheckPanel({
  id,
  onMandate,
  onChecked,
}: {
  readonly id: number;
  /** Opens the form of a mandate; left out for people who may not write. */
  readonly onMandate?: () => void;
  readonly onChecked: () => void;
}) {
  const { t } = useTranslation();
  const { moment } = useTexts();
  const day = useDayText();
  const client = useQueryClient();
  const read = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.licenceChecks.read({ params: { id }, signal }),
  });
  const asking = useMutation({
    mutationFn: () => api.licenceChecks.check({ params: { id } }),
    onSuccess: (answer) => {
      client.setQueryData(keyOf(id), answer);
      if (answer.state === 'found') toast.success(t('licenceChecks.done'));
      onChecked();
    },
    onError: (error) => toast.error(error.message),
  });
  const check = read.data;
  return (
    <section className={look({ flow: 'stack', columns: 'one', gap: 2 })}>
      <h2>{t('licenceChecks.title')}</h2>
      <SettingsState read={read} />
      {check !== undefined && (
        <>
          <FactList
            className="details-facts"
            facts={[
              [
                t('licenceChecks.mandate'),
                check.mandate === null
                  ? NONE
                  : t('licenceChecks.mandateDays', {
                      from: day(check.mandate.given_on),
                      until: day(check.mandate.until),
                    }),
              ],
              [t('licenceChecks.last'), <Outcome key="outcome" check={check} />],
              [t('licenceChecks.holder'), check.holder ?? NONE],
              [t('licenceChecks.received'), moment(check.fetched_at)],
            ]}
          />
          {check.is_other_name && <p role="alert">{t('licenceChecks.otherName')}</p>}
          {check.obstacle !== null && <p>{t(`licenceChecks.obstacle.${check.obstacle}`)}</p>}
          {onMandate !== undefined && check.obstacle !== 'not_configured' && (
            <div className={row({ gap: 3, wrap: true })}>
              <Button
                disabled={check.obstacle !== null || asking.isPending}
                onClick={() => asking.mutate()}
              >
                {t(asking.isPending ? 'licenceChecks.asking' : 'licenceChecks.ask')}
              </Button>
              {NEEDS_MANDATE.includes(check.obstacle) && (
                <Button onClick={onMandate}>{t('licenceChecks.addMandate')}</Button>
              )}
            </div>
          )}
          {check.runs.length > 0 && (
            <>
              <h3 className={look({ margin: 0 })}>{t('licenceChecks.runs')}</h3>
              <Runs runs={check.runs} />
            </>
          )}
        </>
      )}
    </section>
  );
}
