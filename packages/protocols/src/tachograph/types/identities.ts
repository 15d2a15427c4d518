import { equipmentType, generation } from './codes.ts';
import { fields, type Layout, u8, u32, type ValueOf } from './layout.ts';
import { nation } from './nations.ts';
import { ascii, codedText, name } from './text.ts';
import { monthYear } from './time.ts';

/** `CardNumber`: 16 characters, the last two are the replacement and renewal index. */
export const cardNumber = ascii(16);

const card = fields({ type: equipmentType, nation, number: cardNumber });
const cardAndGeneration = fields({ type: equipmentType, nation, number: cardNumber, generation });

export type FullCardNumber = ValueOf<typeof card> & {
  readonly generation?: ValueOf<typeof generation>;
};

/** No card is stored as zeros, spaces or FF; it is null. */
function orNoCard(layout: Layout<FullCardNumber>): Layout<FullCardNumber | null> {
  const NO_CARD = { type: 'reserved', nation: '', number: '', generation: 'unknown_0' } as const;
  return {
    bytes: layout.bytes,
    read: (from, at) => {
      const value = layout.read(from, at);
      return value.number === '' ? null : value;
    },
    write: (value, into, at) => layout.write(value ?? NO_CARD, into, at),
  };
}

export const fullCardNumber = orNoCard(card);
export const fullCardNumberAndGeneration = orNoCard(cardAndGeneration as Layout<FullCardNumber>);

export const registrationNumber = codedText(13);
export const vehicleRegistration = fields({ nation, number: registrationNumber });

export const holderName = fields({ surname: name, firstNames: name });

export const serialNumber = fields({
  serial: u32,
  monthYear,
  type: equipmentType,
  manufacturerCode: u8,
});
