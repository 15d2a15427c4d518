import { MODULES, ROLE_RIGHTS } from '@roadworthy/domain';
import { administratorToken, call } from './calls.ts';
import { PASSWORD, type Product } from './product.ts';

/**
 * Makes a manager of Albion with all modules and depots, who has set the password of the journeys with
 * the link of the invitation. A journey can change this user without a change for other journeys.
 *
 * @param email no other user has it
 */
export async function makeUser(product: Product, email: string): Promise<void> {
  const token = await administratorToken(product);
  await call(product, '/api/users/', token, {
    email,
    first_name: 'Jo',
    last_name: 'Journey',
    permission: ROLE_RIGHTS.MANAGER.id,
    modules: MODULES.map(({ id }) => id),
  });
  const mail = await product.mailTo(email);
  const [, invitation = ''] = /set_password\?token=([\w-]+)/.exec(mail) ?? [];
  await call(product, '/api/set_password/', '', { token: invitation, password: PASSWORD }, 'PUT');
}
