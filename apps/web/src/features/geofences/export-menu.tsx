import { useTranslation } from 'react-i18next';
import type { ErrorBody } from '../../api/api-error.ts';
import { ApiError, addressOf, callHeaders, pathOf } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { saveFile } from '../../ui/download-menu/save-report.ts';
import { Popover } from '../../ui/popover/popover.tsx';
import { toast } from '../../ui/toast.ts';

const FORMATS = ['geojson', 'kml'] as const;

async function save(format: (typeof FORMATS)[number]): Promise<void> {
  const address = addressOf(pathOf('geofences', 'exportFile'), { query: { format } });
  const response = await fetch(address, { headers: callHeaders() });
  if (!response.ok) {
    const body = (await response.json().catch(() => ({}))) as ErrorBody;
    throw new ApiError(response.status, response.statusText, body);
  }
  saveFile(await response.blob(), `geofences.${format}`);
}

/** Downloads all geofences as a file (M-17). */
export function ExportMenu() {
  const { t } = useTranslation();
  return (
    <Popover label={t('geofence.export')} button={t('geofence.export')}>
      {(close) => (
        <div className="download-menu">
          {FORMATS.map((format) => (
            <Button
              kind="bare"
              key={format}
              onClick={() => {
                close();
                save(format).catch((error: Error) => toast.error(error.message));
              }}
            >
              <strong>{t(`geofence.format.${format}`)}</strong>
              <span>{t(`geofence.formatHint.${format}`)}</span>
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}
