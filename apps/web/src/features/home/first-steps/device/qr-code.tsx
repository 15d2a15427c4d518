import { create } from 'qrcode';

/** Width of the quiet zone around the code (ISO/IEC 18004), modules. */
const QUIET_MODULES = 4;

/** A QR code, black on white in both colour schemes. */
export default function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const side = size + 2 * QUIET_MODULES;
  const dark = [...data].flatMap((bit, at) =>
    bit === 0
      ? []
      : [`M${QUIET_MODULES + (at % size)} ${QUIET_MODULES + Math.floor(at / size)}h1v1h-1z`],
  );
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${side}v${side}h-${side}z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  );
}
