import { call } from './calls.ts';
import type { Product } from './product.ts';
import { PHOTO } from './signature.ts';

interface Start {
  readonly templates: readonly {
    readonly id: number;
    readonly vehicle_type: string;
    readonly items: readonly unknown[];
  }[];
}

/**
 * Sends a walkaround check of a van without defects, like a phone that was offline.
 *
 * @param doneMs when the driver signed it, ms since 1970 UTC
 */
export async function sendWalkaround(
  product: Product,
  token: string,
  vehicle: number,
  doneMs: number,
): Promise<void> {
  const path = '/vehicle-check/api/walkaround/';
  const { templates } = await call<Start>(product, path, token);
  const template = templates.find(({ vehicle_type }) => vehicle_type === 'VAN');
  const utc = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
  await call(product, path, token, {
    vehicle,
    template: template?.id,
    started_at: utc(doneMs - 5 * 60_000),
    done_at: utc(doneMs),
    odometer: 1_000_000,
    lat: null,
    long: null,
    answers: template?.items.map((_, item) => ({ item, result: 'ok' })),
    signature: `data:image/png;base64,${PHOTO.toString('base64')}`,
    signed_name: 'Jo Journey',
  });
}
