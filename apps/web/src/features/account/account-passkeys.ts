import { startRegistration } from '@simplewebauthn/browser';
import { api } from '../../api/client.ts';

/** Whether this browser knows passkeys. */
export const knowsPasskeys = () => 'PublicKeyCredential' in window;

/**
 * Lets the browser make a passkey and keeps it.
 *
 * @throws Error where the person calls it off, or the server refuses
 */
export async function makePasskey(name: string, password: string): Promise<void> {
  const options = await api.account.beginPasskey({ body: { password } });
  const credential = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  await api.account.addPasskey({ body: { name, credential: { ...credential } } });
}
