import { derivedSecret } from '../../../platform/auth/index.ts';
import { signPath } from '../../../platform/auth/signed-path.ts';

/** Addresses of reports that serve for 15 minutes (J-P01; ). */
export class ReportAddresses {
  readonly #secret: string;

  constructor({ sessionSecret }: { readonly sessionSecret: string }) {
    this.#secret = derivedSecret(sessionSecret, 'reports');
  }

  driverCheck(id: number): string {
    return signPath(this.#secret, `/vehicle-check/api/driver_check_pdf/${id}/`);
  }

  inspection(recordId: number): string {
    return signPath(this.#secret, `/safety-inspection/api/report_pdf/${recordId}/`);
  }
}
