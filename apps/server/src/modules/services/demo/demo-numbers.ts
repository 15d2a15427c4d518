/** Letters of registrations, without those that British plates omit. */
const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXYZ';

const letter = (n: number) => LETTERS[n % LETTERS.length] ?? 'A';

/** A registration of the form AB12 CDE, unique for numbers below 13,824. */
export function registration(n: number): string {
  const year = ['19', '20', '21', '22', '23', '24', '70', '71', '72', '73'][n % 10];
  const area = `${letter(n * 5 + 1)}${letter(n * 7 + 3)}`;
  return `${area}${year} ${letter(n)}${letter(Math.floor(n / 24) + 4)}${letter(n * 11 + 2)}`;
}

/** An IMEI that no real device has: 00 instead of a type code, a number and the Luhn digit. */
export function imei(n: number): string {
  const digits = `00${String(440_000_000_000 + n)}`;
  let sum = 0;
  [...digits].forEach((digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Ten vehicles have a dash camera, nine of them of the first customer. */
export const hasDashCamera = (n: number) => n % 7 === 5 || n === 2;

/** A third of the cameras send only stills in live view; the others send a stream. */
export const liveModeOf = (n: number) =>
  n % 3 === 1 ? ('snapshot' as const) : ('stream' as const);

/** Number of a driver's tag as sixteen hexadecimal digits. */
export function tagNumber(n: number): string {
  return (0x0100_0000_a1b2_0000n + BigInt(n)).toString(16).padStart(16, '0').toUpperCase();
}
