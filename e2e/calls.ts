import { randomUUID } from 'node:crypto';
import { PASSWORD, type Product } from './product.ts';

/**
 * Calls the API.
 *
 * @param token from {@link administratorToken}; empty for a public call
 * @param body sent as JSON; without one the call is a GET
 * @throws Error if the call fails
 */
export async function call<T>(
  product: Product,
  path: string,
  token: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<T> {
  const answer = await fetch(product.url + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(body === undefined ? {} : { 'Idempotency-Key': randomUUID() }),
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Signs in as an administrator of Albion, the larger customer of the demo fleet. */
export async function administratorToken(product: Product): Promise<string> {
  const { token } = await call<{ token: string }>(product, '/api/authenticate', '', {
    email: 'admin@demo.test',
    password: PASSWORD,
  });
  return token;
}

/** Creates a depot of Albion in its region Midlands. Returns its id. */
export async function makeDepot(product: Product, token: string, name: string): Promise<number> {
  const { results } = await call<{ results: { id: number; name: string }[] }>(
    product,
    '/api/vehicles_groups/?is_region=true&search=Midlands',
    token,
  );
  const { id } = await call<{ id: number }>(product, '/api/vehicles_groups/', token, {
    name,
    region: results[0]?.id,
  });
  return id;
}

/** The depot Leeds of Albion. */
async function leedsId(product: Product, token: string): Promise<number | undefined> {
  const { results } = await call<{ results: { id: number; name: string }[] }>(
    product,
    '/api/vehicles_groups_for_user_list/?search=Leeds',
    token,
  );
  return results[0]?.id;
}

/**
 * Creates a vehicle of Albion. Returns its id.
 *
 * @param depotId Leeds by default
 * @param type lorries (STR) have a tachograph
 */
export async function makeVehicle(
  product: Product,
  token: string,
  registration: string,
  depotId?: number,
  type: 'STR' | 'VAN' = 'VAN',
): Promise<number> {
  const { id } = await call<{ id: number }>(product, '/api/vehicles/', token, {
    registration,
    type,
    vehicle_groups: [depotId ?? (await leedsId(product, token))],
  });
  return id;
}

/** Creates something on first use, once per started product. */
export function oncePerProduct<T>(
  make: (product: Product) => Promise<T>,
): (product: Product) => Promise<T> {
  const made = new WeakMap<Product, Promise<T>>();
  return (product) => {
    const known = made.get(product) ?? make(product);
    made.set(product, known);
    return known;
  };
}
