import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Pager } from '../../ui/data-table/pager.tsx';
import { SavedViews } from '../../ui/data-table/saved-views/saved-views.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { AdministrationMenu } from './admin/administration-menu.tsx';
import { ClipsTable } from './clips-table.tsx';
import styles from './historic.module.css';
import type { RequestKind } from './request/request-rules.ts';
import type { ActiveDevice } from './request/use-active-devices.ts';
import { LiveVideoButton } from './request/video-actions.tsx';
import { Timeline } from './timeline/video-recorded-timeline.tsx';
import { useIsAdministrator, useMayWrite } from './use-clip-actions.ts';
import type { useClips } from './use-clips.ts';

/** Parameters of the address that a saved view keeps. */
const VIEW_NAMES = [
  'vehicleId',
  'groupId',
  'camera',
  'event',
  'state',
  'kind',
  'tag',
  'kept',
  'order',
  'pageSize',
];

/** A vehicle with cameras, or the reason why there is none. */
export type Subject =
  | {
      readonly vehicle: { readonly id: number; readonly registration: string };
      readonly device: ActiveDevice;
    }
  | { readonly missing: 'vehicle' | 'camera' };

/** The request dialog: its kind, and the range if one was drawn. */
export interface Wanted {
  readonly kind: RequestKind;
  readonly startMs?: number;
  readonly durationS?: number;
}

function Head({
  found,
  subject,
  onRequest,
  onUpload,
}: {
  readonly found: ReturnType<typeof useClips>;
  readonly subject: Subject;
  readonly onRequest: (wanted: Wanted) => void;
  readonly onUpload: () => void;
}) {
  const { t } = useTranslation();
  const isAdministrator = useIsAdministrator();
  const mayWrite = useMayWrite();
  const isMissing = 'missing' in subject;
  const button = (text: string, className: string, onPress: () => void) => (
    <Button
      kind="bare"
      className={className}
      disabled={isMissing}
      title={isMissing ? t(`historic.missing.${subject.missing}`) : undefined}
      onClick={onPress}
    >
      {t(text)}
    </Button>
  );
  const request = (kind: RequestKind, text: string, className: string) =>
    button(text, className, () => onRequest({ kind }));
  return (
    <header
      data-part="historic-head"
      className={cx(
        row({
          wrap: true,
          align: 'center',
          gap: 2,
          paddingY: 3,
          paddingX: 4,
          ground: 'surface',
          borderBottom: true,
        }),
        styles.historicHead,
      )}
    >
      <PageTitle title={t('historic.title')} />
      <span className={look({ grow: true, tone: 'quiet', numeric: true })} role="status">
        {found.list.isSuccess ? t('historic.count', { count: found.count }) : ''}
      </span>
      <SavedViews list="clips" names={VIEW_NAMES} />
      <Link to={'/video/cameras' as string} className="link-button">
        {t('cameraStates.title')}
      </Link>
      {!isMissing && <LiveVideoButton vehicle={subject.vehicle} className="link-button" />}
      {mayWrite && button('historic.upload', 'link-button', onUpload)}
      {mayWrite && request('live', 'videoRequest.titleLive', 'button')}
      {mayWrite && request('recorded', 'videoRequest.title', 'button primary')}
      {isAdministrator && <AdministrationMenu />}
    </header>
  );
}

/** The recordings of the selected vehicle, and the found clips (F-P01). */
export function ClipList({
  found,
  subject,
  isPending,
  onRequest,
  onUpload,
}: {
  readonly found: ReturnType<typeof useClips>;
  readonly subject: Subject;
  /** Whether the vehicles with cameras are still loading. */
  readonly isPending: boolean;
  readonly onRequest: (wanted: Wanted) => void;
  readonly onUpload: () => void;
}) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { search, setAddress, open } = found;
  return (
    <div className={cx(stack({ columns: 'one', height: 'full' }), styles.historic)}>
      <Head found={found} subject={subject} onRequest={onRequest} onUpload={onUpload} />
      {'missing' in subject ? (
        <p
          className={cx(
            look({
              paddingY: 3,
              paddingX: 4,
              tone: 'quiet',
              ground: 'surface',
              borderBottom: true,
            }),
            styles.lineMissing,
          )}
        >
          {isPending ? '' : t(`historic.missing.${subject.missing}`)}
        </p>
      ) : (
        <Timeline
          key={subject.vehicle.id}
          vehicleId={subject.vehicle.id}
          device={subject.device}
          days={search.days}
          momentMs={search.momentMs}
          mayRequest={mayWrite}
          onRequest={({ startMs, durationS }) =>
            onRequest({ kind: 'recorded', startMs, durationS })
          }
          onOpen={(id) => open({ id })}
        />
      )}
      <div className={cx(look({ minHeight: 0 }), styles.historicList)}>
        <ClipsTable found={found} />
      </div>
      {found.count > 0 && (
        <Pager
          page={search.page}
          pageSize={search.pageSize}
          count={found.count}
          onPage={(page) => setAddress({ page: page === 1 ? undefined : String(page) })}
          onPageSize={(size) => setAddress({ pageSize: String(size), page: undefined })}
        />
      )}
    </div>
  );
}
