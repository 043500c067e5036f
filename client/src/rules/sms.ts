// In how many parts a text message goes.

/** The stated rule: a part for every 160 characters. */
export const smsSegment = 160;

const gsm =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const gsmTwice = '^{}\\[~]|€';

/** Messages by the stated rule: ceil(length / 160). */
export const statedParts = (text: string) => Math.ceil(text.length / smsSegment);

/** Parts as networks count them: 160 or 153 characters of the GSM alphabet, else 70 or 67. */
export function trueParts(text: string): number {
  let units = 0;
  for (const character of text) {
    if (gsm.includes(character)) units += 1;
    else if (gsmTwice.includes(character)) units += 2;
    else return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  }
  return units <= smsSegment ? 1 : Math.ceil(units / 153);
}
