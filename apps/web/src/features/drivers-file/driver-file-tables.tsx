import { CPC_HOURS, type DriverFileItemKind, formatNumber } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import { look, row } from '../../ui/look/look.ts';
import type { DriverDocument, DriverFile } from './drivers-file.ts';
import { itemColumns, useDayText } from './file-state.tsx';

type Class = DriverFile['classes'][number];
type Item = DriverFile['items'][number];

/** What the tables need of a file, which a driver's own file has too. */
type Shown = Pick<DriverFile, 'classes' | 'items' | 'points' | 'training_hours'>;

const SETTLED = { isPending: false, error: null, refetch: () => undefined };

/** Which classes of vehicles the driver may drive, and why not. */
export function ClassTable({ file }: { readonly file: Pick<Shown, 'classes'> }) {
  const { t } = useTranslation();
  const columns: readonly Column<Class>[] = [
    {
      key: 'class',
      label: t('driversFile.class'),
      cell: ({ class: name }) => `${name}: ${t(`driversFile.class.${name}`)}`,
    },
    {
      key: 'mayDrive',
      label: t('driversFile.mayDrive'),
      cell: ({ may_drive: mayDrive }) => (
        <Badge tone={mayDrive ? 'good' : 'bad'}>
          {t(mayDrive ? 'driversFile.yes' : 'driversFile.no')}
        </Badge>
      ),
    },
    {
      key: 'why',
      label: t('driversFile.why'),
      cell: ({ reasons, warnings, codes }) =>
        [...reasons, ...warnings]
          .map((reason) => t(`driversFile.reason.${reason}`, { codes: codes.join(', ') }))
          .join('. ') || '–',
    },
  ];
  return (
    <section className={look({ flow: 'stack', columns: 'one', gap: 2 })}>
      <h2>{t('driversFile.classes')}</h2>
      <DataTable
        label={t('driversFile.classes')}
        columns={columns}
        rows={file.classes}
        keyOf={({ class: name }) => name}
        state={SETTLED}
        empty={{ title: '', text: '' }}
      />
    </section>
  );
}

/** What the file must have, with its state. */
export function ItemTable({
  file,
  agency,
  onAdd,
}: {
  readonly file: Shown;
  /** Name of the agency that sends the driver; null without one. */
  readonly agency: string | null;
  readonly onAdd: ((kind: DriverFileItemKind) => void) | undefined;
}) {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const dayText = useDayText();
  const detailOf = ({ kind }: Item) => {
    if (kind === 'cpc_training') {
      const hours = file.training_hours;
      const digits = Number.isInteger(hours) ? 0 : 1;
      return t('driversFile.hoursOf', {
        hours: formatNumber(hours, locale, digits),
        all: CPC_HOURS,
      });
    }
    if (kind === 'engagement') return agency ?? '–';
    return kind === 'licence' && file.points > 0
      ? t('driversFile.pointsNow', { count: file.points })
      : '–';
  };
  const columns: readonly Column<Item>[] = [
    ...itemColumns(t),
    { key: 'until', label: t('driversFile.until'), cell: ({ due_on: day }) => dayText(day) },
    { key: 'detail', label: t('driversFile.detail'), cell: detailOf },
  ];
  return (
    <section className={look({ flow: 'stack', columns: 'one', gap: 2 })}>
      <h2>{t('driversFile.items')}</h2>
      <DataTable
        label={t('driversFile.items')}
        columns={columns}
        rows={file.items}
        keyOf={({ kind, title }) => `${kind} ${title}`}
        state={SETTLED}
        empty={{ title: '', text: '' }}
        {...(onAdd === undefined
          ? {}
          : {
              actions: ({ kind }: Item) => (
                <Button kind="link" onClick={() => onAdd(kind)}>
                  {t('driversFile.renew')}
                </Button>
              ),
            })}
      />
    </section>
  );
}

/** The links to the photographs or the scan of a document; a dash without any. */
export function Proof({ one }: { readonly one: Pick<DriverDocument, 'proof' | 'proof_back'> }) {
  const { t } = useTranslation();
  if (one.proof === null && one.proof_back === null) return '–';
  const link = (address: string | null, text: string) =>
    address !== null && (
      <a href={served(address)} target="_blank" rel="noreferrer">
        {t(text)}
      </a>
    );
  return (
    <span className={row({ wrap: true, gap: 2 })}>
      {link(one.proof, 'driversFile.openProof')}
      {link(one.proof_back, 'driversFile.openBack')}
    </span>
  );
}

/** All documents of the file, newest first. */
export function DocumentTable({
  file,
  onEdit,
  onRemove,
}: {
  readonly file: DriverFile;
  readonly onEdit?: (one: DriverDocument) => void;
  readonly onRemove?: (one: DriverDocument) => void;
}) {
  const { t } = useTranslation();
  const dayText = useDayText();
  const columns: readonly Column<DriverDocument>[] = [
    {
      key: 'kind',
      label: t('driversFile.kind'),
      cell: ({ kind, title }) =>
        title === '' ? t(`driversFile.kind.${kind}`) : `${t(`driversFile.kind.${kind}`)}: ${title}`,
    },
    {
      key: 'number',
      label: t('driversFile.field.number'),
      cell: ({ number, country }) => [number, country].filter(Boolean).join(', ') || '–',
    },
    {
      key: 'content',
      label: t('driversFile.categories.title'),
      cell: ({ categories, hours, licence_status: status }) =>
        hours !== null
          ? t('driversFile.hours', { hours })
          : [
              ...(status === null || status === 'valid'
                ? []
                : [t(`licenceChecks.status.${status}`)]),
              ...categories.map(({ category }) => category),
            ].join(', ') || '–',
    },
    {
      key: 'issued',
      label: t('driversFile.field.issued_on'),
      cell: ({ issued_on: day }) => dayText(day),
    },
    {
      key: 'expires',
      label: t('driversFile.expiresOn'),
      cell: ({ expires_on: day }) => dayText(day),
    },
    { key: 'proof', label: t('driversFile.proof'), cell: (one) => <Proof one={one} /> },
    {
      key: 'checked',
      label: t('driversFile.checked'),
      cell: ({ checked, created_at: madeAt, source }) =>
        source === 'dvla'
          ? t('licenceChecks.byDvla', { day: dayText(madeAt.slice(0, 10)) })
          : checked === null
            ? '–'
            : `${checked.by}, ${dayText(checked.at.slice(0, 10))}`,
    },
  ];
  return (
    <section className={look({ flow: 'stack', columns: 'one', gap: 2 })}>
      <h2>{t('driversFile.documents')}</h2>
      <DataTable
        label={t('driversFile.documents')}
        columns={columns}
        rows={file.documents}
        keyOf={({ id }) => id}
        state={SETTLED}
        empty={{ title: t('driversFile.noDocuments'), text: t('driversFile.noDocumentsText') }}
        {...(onEdit === undefined || onRemove === undefined
          ? {}
          : {
              actions: (one: DriverDocument) => (
                <span className={row({ gap: 2 })}>
                  {one.source === 'person' && (
                    <Button kind="link" onClick={() => onEdit(one)}>
                      {t('driversFile.change')}
                    </Button>
                  )}
                  <Button kind="link" onClick={() => onRemove(one)}>
                    {t('driversFile.remove')}
                  </Button>
                </span>
              ),
            })}
      />
    </section>
  );
}
