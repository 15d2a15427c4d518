/*
 * What simulated devices answer to commands, in the form of real ones. Their outputs and settings are
 * not simulated.
 */

/** The answer of a Teltonika device to a text of codec 12. */
export function teltonikaReply(text: string): string {
  const [command = '', ...values] = text.trim().split(' ');
  switch (command) {
    case 'setdigout':
      return `DOUTS are set to:${values.join(' ')}`;
    case 'setparam':
      return `New value ${values.join(' ')}`;
    case 'getver':
      return 'Ver:03.27.07_00 GPS:AXN_5.10 Hw:FMB920 Mod:14 IMEI:simulated';
    case 'getinfo':
      return 'RST:1 ERR:0 SR:0 BR:0 CF:0 FG:0 FL:0 SMS:0 NOGPS:0:0 GPS:3 SAT:12 RS:3 MD:1 RF:0';
    case 'getgps':
      return 'GPS:1 Sat:12';
    default:
      return 'OK';
  }
}

/** The answer of a GT06 device to a text of message 80. */
export function gt06Reply(text: string): string {
  switch (text.trim().toUpperCase()) {
    case 'RELAY,1#':
      return 'Cut off the fuel supply: Success!';
    case 'RELAY,0#':
      return 'Restore fuel supply: Success!';
    case 'VERSION#':
      return 'VERSION:GT06N_SIM_1.0';
    case 'PARAM#':
      return 'TIMER:10;SOS:;CENTER:;TimeZone:E,0';
    case 'RESET#':
      return 'The terminal will restart after 60s!';
    default:
      return 'OK';
  }
}
