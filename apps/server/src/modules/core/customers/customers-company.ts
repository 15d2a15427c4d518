import { pictureUrl } from '../../../platform/documents/index.ts';
import { wrongField } from '../../../platform/errors.ts';
import { bytesOfDataUrl } from '../../../platform/files/index.ts';
import type { CustomerBody } from './customer-json.ts';
import type { CompanyColumns } from './customers.repository.ts';

type Company = NonNullable<CustomerBody['management_company']>;

const LOGO_SIDE_PX = 320;

/**
 * The help page fields of a body, ready to store: a logo is re-encoded and scaled down. Absent fields
 * stay absent.
 *
 * @throws HttpError 400 for a logo that is not an image
 */
export async function keptCompany(company: Company): Promise<CompanyColumns> {
  const { faqs, accident_reporting_enabled: takesAccidents, break_down_phone: phone } = company;
  const { logo } = company;
  const columns = {
    shows_faqs: faqs,
    takes_accidents: takesAccidents,
    break_down_phone: phone === '' ? null : phone,
    logo:
      typeof logo === 'string'
        ? await pictureUrl(bytesOfDataUrl(logo, 'logo'), LOGO_SIDE_PX).catch(() => {
            throw wrongField('management_company.logo', 'help_page.no_picture');
          })
        : logo,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
