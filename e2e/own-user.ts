import { MODULES, ROLE_RIGHTS } from '@roadworthy/domain';
import { administratorToken, call } from './calls.ts';
import { PASSWORD, type Product } from './product.ts';

/**
 * Creates a manager of Albion with all modules and depots, who has set the test password with
 * the link of the invitation. A test can change this user without affecting other tests.
 *
 * @param email unique
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
