import { formatBytes, formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useDisplay } from '../../ui/display.ts';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import {
  EntityPage,
  EntityPageState,
  pageId,
  type Section,
} from '../../ui/entity-page/entity-page.tsx';
import { FactList } from '../../ui/facts.tsx';
import { toast } from '../../ui/toast.ts';
import { AssignDialog } from './assign-dialog.tsx';
import styles from './tachograph.module.css';
import {
  ownerKind,
  TACHOGRAPH_KEY,
  type TachographContent,
  type TachographFile,
} from './tachograph.ts';
import { Owner, SignatureBadge, subjectOf } from './tachograph-columns.tsx';
import { Days } from './tachograph-days.tsx';
import { Cards, Events, Places, Proof, Technical, Vehicles } from './tachograph-tables.tsx';

const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** What the file says about the card and its holder, or about the vehicle unit. */
function Identification({ content }: { readonly content: TachographContent }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <FactList
      className={styles.facts ?? ''}
      facts={content.identification.map(({ name, value }) => [
        t(`tachograph.fact.${name}`, { defaultValue: name }),
        MOMENT.test(value) ? formatDateTime(Date.parse(value), dates) : value,
      ])}
    />
  );
}

function useSections(file: TachographFile, content: TachographContent): Section[] {
  const { t } = useTranslation();
  const isUnit = file.kind === 'vehicle_unit';
  const section = (key: string, contentOf: () => React.ReactNode): Section => ({
    key,
    label: t(`tachograph.section.${key}`),
    content: contentOf,
  });
  return [
    section('activities', () => <Days days={content.days} isCard={!isUnit} />),
    section('identification', () => <Identification content={content} />),
    isUnit
      ? section('cards', () => <Cards content={content} />)
      : section('vehicles', () => <Vehicles content={content} />),
    section('places', () => <Places content={content} />),
    section('events', () => <Events content={content} />),
    ...(isUnit ? [section('technical', () => <Technical content={content} />)] : []),
    section('proof', () => <Proof content={content} />),
  ];
}

function Loaded({
  file,
  content,
}: {
  readonly file: TachographFile;
  readonly content: TachographContent;
}) {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const { current } = useSession();
  const [isAssigning, setIsAssigning] = useState(false);
  const sections = useSections(file, content);
  const mayWrite = may(current, {
    kind: 'module',
    anyOf: ['accessTachoGraf'],
    write: true,
    refusesLimited: true,
  });
  const download = () =>
    saveFrom(
      addressOf(pathOf('tachograph', 'original'), { params: { id: file.id } }),
      file.name,
    ).catch((error: Error) => toast.error(error.message));
  return (
    <>
      <EntityPage
        kind={t(`tachograph.kinds.${file.kind}`)}
        name={subjectOf(file)}
        icon={<CreditCard size={24} aria-hidden="true" />}
        badges={<SignatureBadge result={file.signature} />}
        facts={[
          [t('tachograph.owner'), <Owner key="owner" file={file} />],
          [t('tachograph.cardNumber'), file.card_number ?? '–'],
          [t('tachograph.vin'), file.vin ?? '–'],
          [t('tachograph.generation'), t(`tachograph.generations.${file.generation}`)],
          [t('tachograph.receivedAt'), formatDateTime(Date.parse(file.received_at), dates)],
          [t('tachograph.source'), file.received_from ?? t(`tachograph.sources.${file.source}`)],
          [t('tachograph.name'), `${file.name} (${formatBytes(file.size_bytes, locale)})`],
          ['SHA-256', <code key="digest">{file.sha256}</code>],
        ]}
        map={null}
        actions={[
          { key: 'original', label: t('tachograph.download'), onSelect: () => void download() },
          ...(mayWrite && ownerKind(file) !== null
            ? [
                {
                  key: 'assign',
                  label: t('tachograph.assign'),
                  onSelect: () => setIsAssigning(true),
                },
              ]
            : []),
        ]}
        sections={sections}
      />
      {isAssigning && (
        <AssignDialog
          one={file}
          onDone={() => setIsAssigning(false)}
          onClose={() => setIsAssigning(false)}
        />
      )}
    </>
  );
}

/** Page /tachograph/<id>: one downloaded file, decoded. */
export function TachographFileScreen() {
  const { t } = useTranslation();
  const { id: given } = useParams({ strict: false }) as { readonly id?: string };
  const id = pageId(given);
  const file = useQuery({
    queryKey: [TACHOGRAPH_KEY, 'page', id],
    queryFn: ({ signal }) => api.tachograph.read({ params: { id }, signal }),
    retry: false,
  });
  const content = useQuery({
    queryKey: [TACHOGRAPH_KEY, 'content', id],
    queryFn: ({ signal }) => api.tachograph.content({ params: { id }, signal }),
    retry: false,
  });
  if (file.data === undefined) return <EntityPageState kind={t('tachograph.title')} query={file} />;
  if (content.data === undefined)
    return <EntityPageState kind={t('tachograph.title')} query={content} />;
  return <Loaded file={file.data} content={content.data} />;
}
