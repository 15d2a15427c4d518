import { speakAsPage } from '../../ui/page-texts/speak.ts';
import { SignatureSection } from '../../ui/signature-pad/signature-section.tsx';
import type { Draft } from './walkaround-model.ts';

await speakAsPage();

/** The driver's signature under the findings. */
export function CheckSignature({
  draft,
  onSign,
}: {
  readonly draft: Draft;
  readonly onSign: (signed: Pick<Draft, 'signature' | 'signedName'>) => void;
}) {
  return (
    <SignatureSection
      value={draft.signature}
      name={draft.signedName}
      asksName
      onSign={({ name, image }) => onSign({ signature: image, signedName: name })}
    />
  );
}
