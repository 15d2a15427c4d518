/** The Luhn digit that completes fourteen digits to an IMEI. */
function luhnDigit(digits: string): number {
  let sum = 0;
  [...digits].forEach((digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += value > 9 ? value - 9 : value;
  });
  return (10 - (sum % 10)) % 10;
}

/**
 * The identity in a terminal phone number: its digits without leading zeros. Some manufacturers
 * encode a number instead of digits: the first fourteen of an IMEI, whose last is the Luhn digit.
 */
export function deviceIds(phone: Buffer): {
  readonly deviceId: string;
  readonly alsoKnownAs: string[];
} {
  const digits = phone.toString('hex');
  const stripped = digits.replace(/^0+/, '') || '0';
  const six = phone.subarray(phone.length - 6);
  const fourteen = String(six.readUIntBE(0, 6)).padStart(14, '0');
  const imei = fourteen.length === 14 ? `${fourteen}${luhnDigit(fourteen)}` : null;
  if (/^\d+$/.test(digits)) {
    return { deviceId: stripped, alsoKnownAs: digits === stripped ? [] : [digits] };
  }
  return imei === null
    ? { deviceId: stripped, alsoKnownAs: [] }
    : { deviceId: imei, alsoKnownAs: [stripped] };
}
