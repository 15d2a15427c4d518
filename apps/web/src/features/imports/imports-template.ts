import { UPLOAD_FIELDS } from '@roadworthy/domain';
import { saveFile } from '../../ui/download-menu/save-report.ts';

/** Downloads a template with the header that a vehicle upload recognises (requirement Q-P01). */
export function saveTemplate(): void {
  const header = `\uFEFF${UPLOAD_FIELDS.join(',')}\r\n`;
  saveFile(new Blob([header], { type: 'text/csv' }), 'vehicles-template.csv');
}
