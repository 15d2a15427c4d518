import { startRegistration } from '@simplewebauthn/browser';
import { api } from '../../api/client.ts';

/** Whether this browser supports passkeys. */
export const knowsPasskeys = () => 'PublicKeyCredential' in window;

/**
 * Creates a passkey in the browser and registers it.
 *
 * @throws Error if the user cancels, or the server rejects it
 */
export async function makePasskey(name: string, password: string): Promise<void> {
  const options = await api.account.beginPasskey({ body: { password } });
  const credential = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  await api.account.addPasskey({ body: { name, credential: { ...credential } } });
}
