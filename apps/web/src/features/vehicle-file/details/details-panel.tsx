import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import { Fact } from '../../../ui/facts.tsx';
import { knownText } from '../../../ui/known-text.ts';
import { look } from '../../../ui/look/look.ts';
import { useOwnFile } from '../../../ui/own-file.ts';
import { SidePanel } from '../../../ui/side-panel/side-panel.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { ACTIVITIES_KEY, type Activity } from '../../../ui/vehicle-file/activities.ts';
import { DocumentCell } from '../activity/document-cell.tsx';
import { RecordSection } from '../records/record-section.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { AuditTrail } from './audit-trail.tsx';
import { InvestigationItems } from './investigation-items.tsx';

function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <section className="details-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The document: a preview of an image, its link, and the record (requirement I-05). */
function DocumentSection({ activity }: { readonly activity: Activity }) {
  const { t } = useTranslation();
  const { document, document_type: type, record_id: recordId } = activity;
  const preview = useOwnFile(type?.startsWith('image/') === true ? document : null);
  return (
    <Section title={t('vehicleFile.document')}>
      {preview !== null && (
        <img
          className="document-preview"
          src={preview}
          alt={t('vehicleFile.preview', { name: knownText(activity.description, t) })}
        />
      )}
      {document === null && recordId === null ? (
        <p className={look({ tone: 'quiet', size: 'small' })}>{t('vehicleFile.noDocument')}</p>
      ) : (
        <DocumentCell activity={activity} />
      )}
      {recordId !== null && (
        <dl className="details-facts">
          <Fact label={t('vehicleFile.record')}>{activity.reference_number ?? recordId}</Fact>
        </dl>
      )}
    </Section>
  );
}

function Details({ activity }: { readonly activity: Activity }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { activity_fulfilled_at: fulfilledAt, depot } = activity;
  return (
    <>
      <Section title={t('vehicleFile.basic')}>
        <dl className="details-facts">
          <Fact label={t('vehicleFile.registration')}>
            <VehicleLink vehicle={activity.vehicle} />
          </Fact>
          <Fact label={t('vehicleFile.activityType')}>
            {knownText(activity.activity_type.name, t)}
          </Fact>
          <Fact label={t('vehicleFile.description')}>{knownText(activity.description, t)}</Fact>
          <Fact label={t('vehicleFile.status')}>
            <StatusBadge activity={activity} />
          </Fact>
          {depot !== null && <Fact label={t('vehicleFile.depot')}>{depot.name}</Fact>}
        </dl>
      </Section>
      <Section title={t('vehicleFile.dates')}>
        <dl className="details-facts">
          <Fact label={t('vehicleFile.createdAt')}>
            {formatDateTime(Date.parse(activity.created_at), dates)}
          </Fact>
          {fulfilledAt !== null && (
            <Fact label={t('vehicleFile.fulfilledAt')}>
              {formatDate(Date.parse(fulfilledAt), { ...dates, timeZone: 'UTC' })}
            </Fact>
          )}
        </dl>
      </Section>
      <Section title={t('vehicleFile.createdByTitle')}>
        <p>{activity.created_by}</p>
      </Section>
      <DocumentSection activity={activity} />
      <RecordSection activity={activity} />
      <InvestigationItems activity={activity} />
      <AuditTrail activity={activity} />
    </>
  );
}

/**
 * Side panel "Vehicle File Details" (requirements I-01 to I-05), with the audit trail of the
 * activity.
 *
 * @param known the activity from the list; loaded if the list does not have it
 */
export function DetailsPanel({
  id,
  known,
  onClose,
}: {
  readonly id: number;
  readonly known: Activity | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [address] = useAddress();
  const read = useQuery({
    queryKey: [ACTIVITIES_KEY, 'one', id],
    enabled: known === undefined,
    queryFn: ({ signal }) => api.vehicleFile.read({ params: { id }, signal }),
  });
  const activity = known ?? read.data;
  return (
    <SidePanel
      title={t('vehicleFile.details')}
      parents={[
        {
          label: t('destination.vehicleFile'),
          to: '/vehicle-file/activity',
          search: { ...address, panel: undefined, activity: undefined },
        },
      ]}
      onClose={onClose}
      foot={activity === undefined ? undefined : <ArchiveButton activity={activity} />}
    >
      {activity !== undefined && <Details activity={activity} />}
      {activity === undefined && read.isError && (
        <div className="details-message" role="alert">
          <p>{read.error.message}</p>
          <Button onClick={() => void read.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {activity === undefined && read.isPending && (
        <p className="details-message" role="status">
          {t('vehicleFile.loading')}
        </p>
      )}
    </SidePanel>
  );
}
