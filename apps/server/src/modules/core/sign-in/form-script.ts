/**
 * The script of the sign-on form: requests a passkey from the browser and submits it with the form.
 * Without script or passkey support, and at another host name than that of the passkeys, the button
 * stays hidden.
 */
export const FORM_SCRIPT = `'use strict';
(() => {
  const button = document.querySelector('#use-passkey');
  if (button === null || !('credentials' in navigator) || !('PublicKeyCredential' in window)) return;
  const { rp } = button.dataset;
  if (location.hostname !== rp && !location.hostname.endsWith('.' + rp)) return;
  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  button.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      const credential = await navigator.credentials.get({
        publicKey: {
          challenge: bytes(button.dataset.challenge),
          rpId: button.dataset.rp,
          userVerification: 'required',
          timeout: 300000,
        },
      });
      const { authenticatorData, clientDataJSON, signature, userHandle } = credential.response;
      button.form.elements.passkey.value = JSON.stringify({
        id: credential.id,
        rawId: text(credential.rawId),
        type: credential.type,
        clientExtensionResults: credential.getClientExtensionResults(),
        response: {
          authenticatorData: text(authenticatorData),
          clientDataJSON: text(clientDataJSON),
          signature: text(signature),
          userHandle: userHandle === null ? undefined : text(userHandle),
        },
      });
      button.form.submit();
    } catch {
      button.disabled = false;
    }
  });
})();
`;
