import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may, reasonKey } from '../../session/rights.ts';
import type { CurrentUser } from '../../session/storage.ts';
import { Button } from '../../ui/button/button.tsx';
import { accessOf, destination } from '../../ui/destinations.ts';
import { later } from '../../ui/later/later.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import { CustomerLogo } from './customer-logo.tsx';
import styles from './home.module.css';
import {
  type AppConfig,
  linkAddress,
  REFERENCED_APPS,
  TILE_GROUPS,
  type Tile,
  type TileGroup,
} from './home-apps.ts';
import { type TileState, TileView } from './home-tile.tsx';

const { Part: HomeOverview } = later(
  async () => (await import('./overview/home-overview.tsx')).default,
);
const { Part: FirstSteps } = later(
  async () => (await import('./first-steps/first-steps.tsx')).default,
);
const { Part: HomeDriver } = later(async () => (await import('./driver/home-driver.tsx')).default);
const { Part: OwnHoursCard } = later(
  async () => (await import('../drivers-hours/own-hours-card.tsx')).default,
);
const { Part: OwnCoachingCard } = later(
  async () => (await import('../coaching/own-coaching-card.tsx')).default,
);
const { Part: OwnPlanCard } = later(
  async () => (await import('../driver-planning/own-plan-card.tsx')).default,
);
const { Part: OwnAssignmentsCard } = later(
  async () => (await import('../driver-assignments/own-assignments-card.tsx')).default,
);
const { Part: OwnFileCard } = later(
  async () => (await import('../drivers-file/own-file-card.tsx')).default,
);
const { Part: OwnMessagesCard } = later(
  async () => (await import('../driver-messages/own-messages-card.tsx')).default,
);
const { Part: KeepOwn } = later(async () => (await import('./driver/keep-own.tsx')).default);
const { Part: OwnPrivateUse } = later(async () => (await import('./own-private-use.tsx')).default);

type Translate = (key: string, values?: Record<string, string>) => string;

/** The state of a tile for this user (requirements C-05 to C-07, C-P04). */
export function tileState(
  tile: Tile,
  current: CurrentUser,
  config: AppConfig | undefined,
  t: Translate,
): TileState {
  if (tile.kind === 'screen') {
    const to = destination(tile.key);
    if (may(current, accessOf(to))) return { kind: 'screen', to: to.path };
    const module = t(`tile.${tile.key}`);
    return { kind: 'greyed', reason: t(reasonKey(current, accessOf(to)), { module }) };
  }
  if (!may(current, accessOf(tile))) return { kind: 'greyed', reason: t('tile.deniedApp') };
  const href = config === undefined ? null : linkAddress(config, tile.link, tile.fallback);
  if (href !== null) return { kind: 'app', href };
  return tile.own === undefined || config === undefined
    ? { kind: 'greyed', reason: t('tile.notConfigured') }
    : { kind: 'screen', to: destination(tile.own).path };
}

function Group({
  group,
  config,
}: {
  readonly group: TileGroup;
  readonly config: AppConfig | undefined;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const [address, setAddress] = useAddress();
  const isShown = group.key !== 'other' || address.modules === 'all';
  const id = `group-${group.key}`;
  return (
    <section
      data-part="tile-group"
      className={cx(look({ marginBottom: 6 }), styles.tileGroup)}
      aria-labelledby={id}
    >
      <div className={row({ align: 'center', justify: 'between', minHeight: 40, marginBottom: 2 })}>
        <h2 id={id}>{t(`home.group.${group.key}`)}</h2>
        {group.key === 'other' && (
          <Button
            kind="link"
            aria-expanded={isShown}
            onClick={() => setAddress({ modules: isShown ? undefined : 'all' })}
          >
            {t(isShown ? 'home.hideAll' : 'home.showAll')}
          </Button>
        )}
      </div>
      {isShown && (
        <div data-part="tiles" className={cx(stack({ gap: 3 }), styles.tiles)}>
          {group.tiles.map((tile) => (
            <TileView
              key={tile.key}
              icon={tile.kind === 'screen' ? tile.key : 'app'}
              label={t(`tile.${tile.key}`)}
              state={tileState(tile, current, config, (key, values) => t(key, values ?? {}))}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/**
 * The earlier home screen: a tile for each app that the user's record allows (C-33 to C-35,
 * OP-019).
 */
function AppsOnly({ config }: { readonly config: AppConfig }) {
  const { t } = useTranslation();
  const [isAll, setIsAll] = useState(false);
  const { records } = useSession();
  const references = new Set(records.map((record) => record.ExternalAppReference));
  const shown = REFERENCED_APPS.filter((one) => isAll || references.has(one.reference));
  return (
    <section data-part="tile-group" className={cx(look({ marginBottom: 6 }), styles.tileGroup)}>
      <div className={row({ align: 'center', justify: 'between', minHeight: 40, marginBottom: 2 })}>
        <h2>{t('home.group.other')}</h2>
        <Button kind="link" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {t(isAll ? 'home.hideAll' : 'home.showAll')}
        </Button>
      </div>
      <div data-part="tiles" className={cx(stack({ gap: 3 }), styles.tiles)}>
        {shown.map((one) => {
          const href = one.link === null ? null : linkAddress(config, one.link);
          const isAllowed = references.has(one.reference);
          const state: TileState = !isAllowed
            ? { kind: 'greyed', reason: t('tile.deniedApp') }
            : one.link === null
              ? { kind: 'screen', to: '/telematics/track' }
              : href === null
                ? { kind: 'greyed', reason: t('tile.notConfigured') }
                : { kind: 'app', href };
          return (
            <TileView key={one.reference} icon="app" label={t(`tile.${one.key}`)} state={state} />
          );
        })}
      </div>
    </section>
  );
}

/** The home launcher (area C). */
export function Home() {
  const { t } = useTranslation();
  const { current } = useSession();
  const config = usePlatformConfig();
  return (
    <div className={cx(look({ paddingX: 6, paddingTop: 8, paddingBottom: 16 }), styles.home)}>
      <div className={row({ align: 'center', gap: 4, minHeight: 56, marginBottom: 6 })}>
        <CustomerLogo current={current} />
        <PageTitle title={current.customer_config.slogan ?? t('home.slogan')} />
      </div>
      {may(current, { kind: 'administrator' }) && <FirstSteps />}
      {(current.user.driver !== null || current.user.vehicle !== null) && (
        <>
          <HomeDriver />
          {current.user.driver !== null && (
            <>
              <OwnAssignmentsCard />
              <OwnPlanCard />
              <OwnMessagesCard />
              <OwnFileCard />
              <OwnHoursCard />
              <OwnCoachingCard />
              <KeepOwn />
            </>
          )}
          <OwnPrivateUse />
        </>
      )}
      <HomeOverview />
      {config.data?.home_variant === 'apps' ? (
        <AppsOnly config={config.data} />
      ) : (
        TILE_GROUPS.map((group) => <Group key={group.key} group={group} config={config.data} />)
      )}
    </div>
  );
}
