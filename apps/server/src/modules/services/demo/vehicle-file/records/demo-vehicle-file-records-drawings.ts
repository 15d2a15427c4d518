import sharp from 'sharp';

const WIDTH_PX = 800;
const HEIGHT_PX = 600;

/** Drawings that replace photographs, so that the product contains no third-party images. */
const SCENES = {
  wheel: `<circle cx="400" cy="310" r="230" fill="#24272b"/><circle cx="400" cy="310" r="150" fill="#8c939c"/>
    <circle cx="400" cy="310" r="44" fill="#5d646d"/>
    ${[0, 60, 120, 180, 240, 300].map((turn) => `<circle cx="400" cy="215" r="16" fill="#3a3f45" transform="rotate(${turn} 400 310)"/>`).join('')}`,
  lamp: `<rect x="180" y="170" width="440" height="260" rx="60" fill="#c9ced6"/>
    <rect x="220" y="210" width="200" height="180" rx="30" fill="#f3f0dc"/>
    <rect x="450" y="210" width="130" height="180" rx="30" fill="#e08a2e"/>
    <path d="M230 220 L380 380 M300 215 L260 385" stroke="#6b7280" stroke-width="6"/>`,
  mirror: `<rect x="270" y="120" width="260" height="360" rx="40" fill="#2d3136"/>
    <rect x="295" y="145" width="210" height="310" rx="24" fill="#b9cbd9"/>
    <path d="M400 150 L370 290 L430 330 L390 450 M370 290 L300 330" stroke="#ffffff" stroke-width="7" fill="none"/>`,
  repaired: `<circle cx="400" cy="300" r="190" fill="#dff1e4"/>
    <path d="M310 300 L380 375 L505 230" stroke="#1c7c3f" stroke-width="34" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`,
} as const;

export type Scene = keyof typeof SCENES;

/** A drawn photograph as a JPEG. */
export function drawnPhotograph(scene: Scene): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}">
    <rect width="100%" height="100%" fill="#e7eaee"/>
    <rect y="470" width="100%" height="130" fill="#cfd4da"/>${SCENES[scene]}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

/** A signature as a PNG; the same name gives the same drawing. */
export function drawnSignature(name: string): Promise<Buffer> {
  const letters = [...name].map((letter) => letter.codePointAt(0) ?? 0);
  const points = letters.map((code, n) => {
    const x = 40 + (n * 420) / Math.max(1, letters.length);
    return `Q ${x} ${40 + ((code * 37) % 150)} ${x + 22} ${90 + ((code * 53) % 70)}`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="250">
    <path d="M 30 130 ${points.join(' ')}" stroke="#101418" stroke-width="4" fill="none"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
