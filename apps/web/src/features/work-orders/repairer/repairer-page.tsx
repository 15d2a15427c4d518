import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkFailed, LinkGone, LinkHeader } from '../../../ui/link-page.tsx';
import { look, stack } from '../../../ui/look/look.ts';
import { VISITOR_DATES } from '../../../ui/visitor-dates.ts';
import { AnswerPart, FinishPart } from './answer-parts.tsx';

import { EstimatePart } from './estimate-part.tsx';
import { FilesPart } from './files-part.tsx';
import { type LinkedOrder, useLinkedOrder } from './use-linked-order.ts';
import '../../../ui/shell.css';
import '../../../ui/controls.css';
import '../../../ui/public-page/page.css';

/** What is to be done, for whom and until when. */
function Work({ order }: { readonly order: LinkedOrder }) {
  const { t } = useTranslation();
  return (
    <section className={stack({ gap: 2 })}>
      <h1 className={look({ margin: 0 })}>{order.registration}</h1>
      <p className={look({ margin: 0 })}>
        <strong>{order.title}</strong> · {order.reference_number}
      </p>
      <p className={look({ margin: 0, tone: 'quiet' })}>
        {t('repairer.for', { customer: order.customer })}
      </p>
      {order.description !== '' && (
        <p className={look({ margin: 0, breaks: true })}>{order.description}</p>
      )}
      {order.findings.length > 0 && (
        <ul className={look({ margin: 0 })}>
          {order.findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
      {order.due_on !== null && (
        <p className={look({ margin: 0 })}>
          {t('repairer.due', {
            day: formatDate(Date.parse(`${order.due_on}T00:00:00Z`), {
              ...VISITOR_DATES,
              timeZone: 'UTC',
            }),
          })}
        </p>
      )}
      <p className={look({ margin: 0, tone: 'quiet', size: 'small' })}>
        {t('repairer.until', { time: formatDateTime(Date.parse(order.expires_at), VISITOR_DATES) })}
      </p>
    </section>
  );
}

/** The public page of a repairer's link: the work, and what the repairer can send. */
export function RepairerPage() {
  const { t } = useTranslation();
  const { linked, load, setValue: setOrder } = useLinkedOrder();
  const name = linked.state === 'open' ? linked.value.registration : t('repairer.title');
  useEffect(() => {
    document.title = `${name} · ${t('app.name')}`;
  }, [t, name]);
  return (
    <>
      <LinkHeader />
      <main className="public-main">
        {linked.state === 'open' && (
          <>
            <Work order={linked.value} />
            <AnswerPart order={linked.value} onSent={setOrder} />
            <EstimatePart order={linked.value} onSent={setOrder} />
            <FilesPart order={linked.value} onSent={setOrder} />
            <FinishPart order={linked.value} onSent={setOrder} />
          </>
        )}
        {linked.state === 'opening' && <p role="status">{t('repairer.opening')}</p>}
        {linked.state === 'ended' && <LinkGone text={t('repairer.goneText')} />}
        {linked.state === 'failed' && <LinkFailed title={t('repairer.failed')} onRetry={load} />}
      </main>
    </>
  );
}
