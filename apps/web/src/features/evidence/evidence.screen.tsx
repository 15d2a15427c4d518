import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { CopyLine } from '../../ui/copy-line/copy-line.tsx';
import { column, look, row, stack } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { EvidenceForm } from './evidence-form.tsx';
import { isUnended, PackItem } from './evidence-list.tsx';

const KEY = ['evidence-packs'] as const;
const POLL_MS = 2000;

/** The key that signs, and the verifier. */
function Verification() {
  const { t } = useTranslation();
  const key = useQuery({
    queryKey: ['evidence-key'],
    queryFn: ({ signal }) => api.evidence.key({ signal }),
  });
  return (
    <section className={stack({ gap: 2 })} aria-labelledby="evidence-verify">
      <h2 id="evidence-verify">{t('evidence.verify')}</h2>
      <p>{t('evidence.verifyText')}</p>
      {key.data !== undefined && (
        <CopyLine label={t('evidence.fingerprint')} text={key.data.fingerprint} />
      )}
      {key.isError && (
        <p role="alert">
          {t('table.failed')}{' '}
          <Button onClick={() => void key.refetch()}>{t('action.retry')}</Button>
        </p>
      )}
      <p className={row({ wrap: true, gap: 4 })}>
        <a href="/verify-evidence.html" target="_blank" rel="noreferrer">
          {t('evidence.verifierPage')}
        </a>
        <a href="/verify-evidence.mjs" download="verify-evidence.mjs">
          {t('evidence.verifierScript')}
        </a>
      </p>
    </section>
  );
}

/** The packs that the person requested, updated while one is made. */
function Packs({ onNew }: { readonly onNew: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.evidence.list({ signal }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(isUnended) === true ? POLL_MS : false,
  });
  const rows = list.data?.results ?? [];
  if (list.isPending) return <p role="status">{t('action.loading')}</p>;
  if (list.isError) {
    return (
      <p role="alert">
        {t('table.failed')} <Button onClick={() => void list.refetch()}>{t('action.retry')}</Button>
      </p>
    );
  }
  if (rows.length === 0) {
    return (
      <div className={stack({ gap: 2, items: 'start' })}>
        <p>{t('evidence.none')}</p>
        <Button onClick={onNew}>{t('evidence.new')}</Button>
      </div>
    );
  }
  return (
    <ul
      className={stack({ gap: 3, list: true, margin: 0, padding: 0 })}
      aria-label={t('evidence.title')}
    >
      {rows.map((pack) => (
        <PackItem
          key={pack.id}
          pack={pack}
          onChanged={() => queries.invalidateQueries({ queryKey: KEY })}
        />
      ))}
    </ul>
  );
}

/**
 * Screen /evidence-packs: requests packs of records for an audit, and shows how they are verified. The
 * address can select a vehicle: `?vehicle=12&registration=AB12 CDE`.
 */
export function EvidenceScreen() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asked, ask] = useAddress();
  const { vehicle, registration } = asked;
  const selected =
    vehicle === undefined || registration === undefined
      ? null
      : { id: Number(vehicle), registration: String(registration) };
  const [isOpen, setIsOpen] = useState(selected !== null);
  const close = () => {
    setIsOpen(false);
    if (selected !== null) ask({ vehicle: undefined, registration: undefined });
  };
  return (
    <div className={column({ height: 'full', ground: 'surface', overflowY: 'auto' })}>
      <header
        className={row({
          wrap: true,
          gap: 2,
          align: 'center',
          justify: 'between',
          paddingY: 3,
          paddingX: 4,
          borderBottom: true,
        })}
      >
        <PageTitle title={t('evidence.title')} />
        <Button kind="primary" onClick={() => setIsOpen(true)}>
          {t('evidence.new')}
        </Button>
      </header>
      <div className={stack({ gap: 6, padding: 4 })}>
        <p className={look({ tone: 'quiet' })}>{t('evidence.intro')}</p>
        <Packs onNew={() => setIsOpen(true)} />
        <Verification />
      </div>
      {isOpen && (
        <EvidenceForm
          vehicle={selected}
          onDone={() => queries.invalidateQueries({ queryKey: KEY })}
          onClose={close}
        />
      )}
    </div>
  );
}
