import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { UnsentAnswer } from '../../ui/outbox/unsent-answer.tsx';
import { useOwnChanges } from '../../ui/outbox/use-own-changes.ts';
import { SignForm } from '../../ui/record/sign-form.tsx';
import { toast } from '../../ui/toast.ts';
import { hoursText } from '../tracking/tracking-hours.ts';
import styles from './drivers-hours.module.css';
import { SeverityMark } from './drivers-hours-severity.tsx';
import { type OwnHours, ownHoursQuery, waitsForSignature } from './own-hours.ts';

type Infringement = OwnHours['infringements'][number];

function Answer({ infringement }: { readonly infringement: Infringement }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const maySign = waitsForSignature(infringement);
  const answers = useOwnChanges('ownHours.answer');
  const unsent = answers.unsentOf(infringement.id).at(-1);
  const answer = useMutation({
    // A comment and a signature are of the version that the driver saw.
    mutationFn: (body: { comment: string; signed_by: string | null }) =>
      answers.make({
        id: infringement.id,
        values: { ...body, version: infringement.version },
        key: crypto.randomUUID(),
      }),
    onSuccess: (outcome, { signed_by: signedBy }) => {
      if (outcome === 'waiting') return void toast.success(t('unsent.saved'));
      toast.success(t(signedBy === null ? 'sign.commented' : 'hours.own.signed'));
      void client.invalidateQueries({ queryKey: ownHoursQuery.queryKey });
    },
    onError: (error) => toast.error(error.message),
  });
  if (unsent?.state === 'waiting') return <UnsentAnswer change={unsent} />;
  return (
    <>
      <SignForm
        comment={infringement.driver_comment}
        maySign={maySign}
        hint={t('hours.own.nameHint')}
        isPending={answer.isPending}
        onSave={(comment, signedBy) => answer.mutate({ comment, signed_by: signedBy })}
      />
      {!maySign && <p className={look({ margin: 0, tone: 'quiet' })}>{t('hours.own.signLater')}</p>}
    </>
  );
}

/** One infringement as the driver sees it, with the form while it is not signed. */
export function OwnInfringement({ infringement }: { readonly infringement: Infringement }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const id = useId();
  const { actual, end, limit, note, paragraph, rule, severity, signed_by: name } = infringement;
  return (
    <section
      className={stack({ gap: 3, padding: 4, ground: 'surface', border: 'line', radius: 'large' })}
      aria-labelledby={id}
    >
      <div className={row({ gap: 2, align: 'center', justify: 'between', wrap: true })}>
        <h3 id={id} className={look({ margin: 0 })}>
          {t(`hours.rule.${rule}`)}
        </h3>
        <SeverityMark severity={severity} />
      </div>
      <p className={look({ margin: 0 })}>{t(`hours.explain.${rule}`)}</p>
      {infringement.is_outdated && (
        <p className={look({ margin: 0, tone: 'quiet' })}>{t('hours.outdatedText')}</p>
      )}
      <FactList
        className={styles.remaining ?? ''}
        facts={[
          [t('hours.end'), formatDateTime(Date.parse(end), dates)],
          [t('hours.reached'), hoursText(actual)],
          [t('hours.limit'), hoursText(limit)],
          [t('hours.paragraph'), paragraph],
          ...(infringement.debriefed_by === null
            ? []
            : ([[t('hours.own.debriefedBy'), infringement.debriefed_by]] as const)),
          ...(note === '' ? [] : ([[t('hours.note'), note]] as const)),
        ]}
      />
      {name === null ? (
        <Answer infringement={infringement} />
      ) : (
        <>
          {infringement.driver_comment !== '' && (
            <p className={look({ margin: 0, breaks: true })}>{infringement.driver_comment}</p>
          )}
          <p className={look({ margin: 0, tone: 'good' })}>{t('hours.own.signedBy', { name })}</p>
        </>
      )}
    </section>
  );
}
