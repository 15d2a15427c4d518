import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Display } from '../../ui/display.ts';
import { cx, look, row } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import styles from './message-dialog.module.css';

/** Requirement M-P04. */
const MAX_LENGTH = 160;
const SHOWN = 5;
/** A device answers within seconds, so the status is polled while the dialog is open. */
const REFRESH_MS = 5000;

type Message = AnswerOf<typeof contract.messages.list>['results'][number];

function MessageState({ message }: { readonly message: Message }) {
  const { t } = useTranslation();
  const state = t(`message.state.${message.state}`);
  return (
    <span
      className={cx(look({ weight: 'strong' }), styles.messageState, styles[`is-${message.state}`])}
    >
      {message.failure === null ? state : `${state}: ${t(`message.failure.${message.failure}`)}`}
    </span>
  );
}

function Sent({ vehicleId, display }: { readonly vehicleId: number; readonly display: Display }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery({
    queryKey: ['vehicle-messages', vehicleId],
    queryFn: ({ signal }) =>
      api.messages.list({ query: { vehicle: vehicleId, pageSize: SHOWN }, signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  });
  if (isError)
    return (
      <p className={look({ margin: 0, marginBottom: 2, tone: 'bad' })}>{t('message.failed')}</p>
    );
  if (data === undefined || data.count === 0) return null;
  return (
    <section className={styles.messagesSent} aria-label={t('message.sent')}>
      <h3>{t('message.sent')}</h3>
      <ul>
        {data.results.map((message) => (
          <li key={message.id}>
            <p>{message.message}</p>
            {message.answer !== null && (
              <p className={cx(look({ tone: 'quiet' }), styles.messageAnswer)}>{message.answer}</p>
            )}
            <p className={row({ wrap: true, gap: 2, justify: 'between', tone: 'quiet' })}>
              <MessageState message={message} />
              <time dateTime={message.created_at}>
                {formatDateTime(Date.parse(message.created_at), display.dates)}
              </time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sends a text to the device of a vehicle, and shows the status of the last ones (M-05, M-P04). */
export function MessageDialog({
  vehicle,
  display,
  onClose,
}: {
  readonly vehicle: { readonly id: number; readonly registration: string };
  readonly display: Display;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const id = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const send = async () => {
    const message = text.trim();
    setError(message === '' ? t('message.required') : null);
    if (message === '') return;
    setIsBusy(true);
    try {
      await api.messages.send({ query: { vehicle: vehicle.id }, body: { message } });
      toast.success(t('toast.success'), {
        subject: t('message.title', { registration: vehicle.registration }),
      });
      setText('');
      await queries.invalidateQueries({ queryKey: ['vehicle-messages', vehicle.id] });
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : t('message.notSent'));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Dialog
      title={t('message.title', { registration: vehicle.registration })}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <>
          <Button onClick={close}>{t('track.close')}</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void send()}>
            {t('message.send')}
          </Button>
        </>
      )}
    >
      <label
        className={cx(look({ flow: 'block', weight: 'strong' }), styles.messageLabel)}
        htmlFor={id}
      >
        {t('message.text')}
      </label>
      <textarea
        id={id}
        className={cx(
          look({ paddingY: 2, paddingX: 3, ground: 'surface', border: 'strong', radius: 'medium' }),
          styles.messageText,
        )}
        rows={4}
        maxLength={MAX_LENGTH}
        value={text}
        aria-describedby={`${id}-count`}
        aria-invalid={error !== null}
        onChange={(change) => setText(change.target.value)}
      />
      <p
        id={`${id}-count`}
        className={look({ margin: 0, marginTop: 1, marginBottom: 2, tone: 'quiet' })}
      >
        {t('message.left', { left: MAX_LENGTH - text.length })}
      </p>
      {error !== null && (
        <p className={look({ margin: 0, marginBottom: 2, tone: 'bad' })} role="alert">
          {error}
        </p>
      )}
      <Sent vehicleId={vehicle.id} display={display} />
    </Dialog>
  );
}
