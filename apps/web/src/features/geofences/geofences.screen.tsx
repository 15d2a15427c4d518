import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { cx, row, stack } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ExportMenu } from './export-menu.tsx';
import styles from './geofence.module.css';
import { CategoryTab, GroupTab } from './geofences-labels.tsx';
import { Places } from './geofences-places.tsx';
import { VisitTab } from './geofences-visits.tsx';

const TABS = ['places', 'groups', 'categories', 'visits'] as const;
type TabKey = (typeof TABS)[number];
const WRITE = { kind: 'module', anyOf: ['Geofence'], write: true } as const;

/**
 * Screen /telematics/geofence: geofences, their groups and categories, and visits (M-17, M-P10).
 */
export function GeofenceScreen() {
  const { t } = useTranslation();
  const { current } = useSession();
  const mayWrite = may(current, WRITE);
  const [address, setAddress] = useAddress();
  const tab: TabKey = TABS.find((one) => one === address.tab) ?? 'places';
  const isEditing = mayWrite && address.edit !== undefined;
  return (
    <div className={cx(stack({ height: 'full', ground: 'surface' }), styles.geofences)}>
      <header
        className={cx(
          row({
            wrap: true,
            rowGap: 0,
            columnGap: 6,
            align: 'center',
            minHeight: 56,
            paddingY: 0,
            paddingX: 4,
            borderBottom: true,
          }),
          styles.geofenceHead,
        )}
      >
        <PageTitle title={t('geofence.title')} />
        <nav
          className={cx(row({ self: 'stretch', overflowX: 'auto' }), styles.geofenceTabs)}
          aria-label={t('geofence.title')}
        >
          {TABS.map((one) => (
            <Button
              kind="bare"
              key={one}
              aria-current={tab === one ? 'page' : undefined}
              onClick={() =>
                setAddress({ tab: one === 'places' ? undefined : one, edit: undefined })
              }
            >
              {t(`geofence.tab.${one}`)}
            </Button>
          ))}
        </nav>
        {tab === 'places' && !isEditing && (
          <div
            className={cx(row({ gap: 2, paddingY: 2, paddingX: 0 }), styles.geofenceHeadActions)}
          >
            <ExportMenu />
            {mayWrite && (
              <>
                <Button onClick={() => setAddress({ edit: 'import', geofence: undefined })}>
                  {t('geofence.import')}
                </Button>
                <Button
                  kind="primary"
                  onClick={() => setAddress({ edit: 'new', geofence: undefined })}
                >
                  {t('geofence.new')}
                </Button>
              </>
            )}
          </div>
        )}
      </header>
      {tab === 'places' && <Places mayWrite={mayWrite} />}
      {tab === 'groups' && <GroupTab mayWrite={mayWrite} />}
      {tab === 'categories' && <CategoryTab mayWrite={mayWrite} />}
      {tab === 'visits' && <VisitTab />}
    </div>
  );
}
