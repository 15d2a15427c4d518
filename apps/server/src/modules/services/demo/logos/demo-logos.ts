import { sql } from 'kysely';
import sharp from 'sharp';
import type { Database } from '../../../../platform/db/index.ts';
import { type Files, MEDIA_TYPES, storeFile } from '../../../../platform/files/index.ts';

const LIMIT_BYTES = 100_000;
const PURPOSE = 'customer-logo';
/** Logos without letters, because text would depend on the fonts of the machine. */
const MARKS = [
  `<path d="M20 150 L100 20 L180 150 Z" fill="#12507b"/><path d="M70 150 L100 100 L130 150 Z" fill="#ffffff"/>
   <rect x="210" y="64" width="360" height="26" rx="13" fill="#12507b"/>
   <rect x="210" y="110" width="250" height="26" rx="13" fill="#e07a1f"/>`,
  `<circle cx="100" cy="100" r="84" fill="#7a2048"/><path d="M60 130 V70 L140 130 V70" stroke="#ffffff" stroke-width="20" fill="none"/>
   <rect x="210" y="64" width="300" height="26" rx="13" fill="#7a2048"/>
   <rect x="210" y="110" width="360" height="26" rx="13" fill="#2f7d5b"/>`,
];

/** Sets a logo for each demo customer, as its administrator would upload one. */
export async function insertLogos(db: Database, files: Files): Promise<void> {
  const { rows } = await db.pool.query<{ id: number }>('select id from customers order by id');
  for (const [n, { id: customerId }] of rows.entries()) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200">${MARKS[n % MARKS.length]}</svg>`;
    const image = await sharp(Buffer.from(svg)).png().toBuffer();
    const file = await files.put(image, {
      customerId,
      purpose: PURPOSE,
      name: 'logo.png',
      maxBytes: LIMIT_BYTES,
      accept: [MEDIA_TYPES.png],
    });
    await db.asSystem(async (trx) => {
      await storeFile(trx, file);
      await sql`update customers set logo = ${`/api/logos/${file.id}/`}, logo_file_id = ${file.id},
          render_logo_on_home = true where id = ${customerId}`.execute(trx);
    });
  }
}
