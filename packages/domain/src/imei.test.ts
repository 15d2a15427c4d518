import { describe, expect, it } from 'vitest';
import { isDoubtfulImei } from './imei.ts';

describe('the check digit of an IMEI', () => {
  it.each(['490154203237518', '356938035643809', '000000000000000'])(
    '[O-21] of %s is right',
    (imei) => {
      expect(isDoubtfulImei(imei, 'teltonika')).toBe(false);
    },
  );

  it('[O-21] detects a wrong digit and two swapped neighbours', () => {
    for (const imei of ['490154203237517', '490154203237581', '940154203237518']) {
      expect(isDoubtfulImei(imei, 'gt06')).toBe(true);
    }
  });

  it('[O-21] is not checked for any other number', () => {
    expect(isDoubtfulImei('490154203237517', 'jt808')).toBe(false);
    expect(isDoubtfulImei('49015420323751', 'teltonika')).toBe(false);
    expect(isDoubtfulImei('bus-7', 'teltonika')).toBe(false);
  });
});
