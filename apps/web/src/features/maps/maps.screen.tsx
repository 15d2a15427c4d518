import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import '../../ui/administration.css';
import { CopyLine } from '../../ui/copy-line/copy-line.tsx';
import styles from './maps.module.css';
import { MapsFiles } from './maps-files.tsx';
import { MapsPart, type State } from './maps-state.tsx';

type Status = AnswerOf<typeof contract.maps.status>;

/** The state of a part, with its word. */
interface Said {
  readonly state: State;
  readonly text: string;
}

function MapPart({ status }: { readonly status: Status }) {
  const { t } = useTranslation();
  const { shown, files, style_host } = status;
  const hasFault = shown !== 'style' && files.some(({ fault }) => fault !== null);
  const good: State = shown === 'built-in' ? 'basic' : 'good';
  const said: Said = {
    state: hasFault ? 'fault' : good,
    text: t(hasFault ? 'maps.fileFault' : `maps.shown.${shown}`),
  };
  return (
    <MapsPart id="map" state={said}>
      <p>{t(`maps.shownText.${shown}`, { host: style_host ?? '' })}</p>
      {files.length > 0 && <MapsFiles files={files} isUsed={shown === 'archives'} />}
      {shown !== 'style' && (
        <details className={styles.more} open={shown === 'built-in'}>
          <summary>{t(files.length > 0 ? 'maps.otherMap' : 'maps.getStreets')}</summary>
          <p>{t('maps.getStreetsText')}</p>
          <CopyLine label={t('maps.byArea')} text="npm run map -- --area great-britain" />
          <CopyLine label={t('maps.byBox')} text="npm run map -- --bbox -1.5,52.1,-0.9,52.4" />
          <CopyLine
            label={t('maps.byFile')}
            text="npm run map -- --url /media/usb/great-britain.pmtiles"
          />
          <p className={styles.quiet}>{t('maps.sizes')}</p>
        </details>
      )}
    </MapsPart>
  );
}

const ADDRESS_STATES = { unused: 'good', working: 'good', failing: 'fault' } as const;

function AddressesPart({ addresses }: Pick<Status, 'addresses'>) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const at = (utc: string) => formatDateTime(Date.parse(utc), dates);
  if (addresses === null) {
    return (
      <MapsPart id="addresses" state={{ state: 'basic', text: t('maps.notConfigured') }}>
        <p>{t('maps.noAddresses')}</p>
        <CopyLine label={t('maps.setNominatim')} text="GEOCODER_URL=http://nominatim:8080" />
        <CopyLine
          label={t('maps.setPhoton')}
          text={'GEOCODER_URL=http://photon:2322\nGEOCODER_KIND=photon'}
        />
        <p className={styles.quiet}>{t('maps.settingHint')}</p>
      </MapsPart>
    );
  }
  const { kind, host, state, last_success_at: success, last_failure: failure } = addresses;
  const said: Said = { state: ADDRESS_STATES[state], text: t(`maps.addressState.${state}`) };
  return (
    <MapsPart id="addresses" state={said}>
      <p>{t(`maps.addressService.${kind}`, { host })}</p>
      {success !== null && <p>{t('maps.lastSuccess', { time: at(success) })}</p>}
      {failure !== null && (
        <p>{t('maps.lastFailure', { time: at(failure.at), reason: failure.reason })}</p>
      )}
      {state === 'failing' && <p>{t('maps.addressesMeanwhile')}</p>}
    </MapsPart>
  );
}

function SatellitePart({ satellite }: Pick<Status, 'satellite'>) {
  const { t } = useTranslation();
  if (satellite !== null) {
    return (
      <MapsPart id="satellite" state={{ state: 'good', text: t('maps.configured') }}>
        <p>{t('maps.satelliteFrom', { host: satellite.host })}</p>
        {satellite.attribution === '' ? (
          <p>{t('maps.noAttribution')}</p>
        ) : (
          <p className={styles.quiet}>{satellite.attribution}</p>
        )}
      </MapsPart>
    );
  }
  return (
    <MapsPart id="satellite" state={{ state: 'basic', text: t('maps.notConfigured') }}>
      <p>{t('maps.noSatellite')}</p>
      <CopyLine
        label={t('maps.setSatellite')}
        text={
          'MAP_SATELLITE_URL=https://images.example/{z}/{x}/{y}.jpg\nMAP_SATELLITE_ATTRIBUTION=© Provider'
        }
      />
      <p className={styles.quiet}>{t('maps.settingHint')}</p>
    </MapsPart>
  );
}

function MatchingPart({ host }: { readonly host: string | null }) {
  const { t } = useTranslation();
  const said: Said =
    host === null
      ? { state: 'basic', text: t('maps.notConfigured') }
      : { state: 'good', text: t('maps.configured') };
  return (
    <MapsPart id="matching" state={said}>
      <p>{host === null ? t('maps.noMatching') : t('maps.matchingBy', { host })}</p>
      {host === null && (
        <CopyLine label={t('maps.setMatching')} text="MAP_MATCHING_URL=http://osrm:5000" />
      )}
    </MapsPart>
  );
}

/** Which map and which services the installation uses, and how to get better ones. */
export function MapsScreen() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['maps', 'status'],
    queryFn: ({ signal }) => api.maps.status({ signal }),
    // A map installed in the terminal appears when the person comes back to the browser.
    refetchOnWindowFocus: 'always',
  });
  return (
    <div className="page">
      <PageTitle title={t('maps.title')} />
      {error !== null && data === undefined && (
        <div className={styles.part} role="alert">
          <p>{error.message}</p>
          <div>
            <Button onClick={() => void refetch()}>{t('maps.retry')}</Button>
          </div>
        </div>
      )}
      {data === undefined ? (
        error === null && <output className={styles.quiet}>{t('maps.loading')}</output>
      ) : (
        <>
          <MapPart status={data} />
          <AddressesPart addresses={data.addresses} />
          <SatellitePart satellite={data.satellite} />
          <MatchingPart host={data.matching_host} />
        </>
      )}
    </div>
  );
}
