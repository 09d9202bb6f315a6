/**
 * Words of headings for the payer and for the recipient, by which shops, marketplaces and ERPs distinguish two
 * addresses of an order.
 */
const payer =
  /\b(?:buyers?|purchasers?|payers?|customers?|clients?|bill(?:ing|ed)?|invoic(?:e|es|ing)|sold to|rechnung\w*|besteller|käufer|kunden?|acheteur|facturation|comprador|facturación|cliente)\b|买家|买方|买主|买手|购买人|付款人|客户|账单|发票/u;
const recipient =
  /\b(?:ship(?:ping|ped)?|deliver(?:y|ed)?|destination|recipients?|receivers?|consignees?|to address|liefer\w*|empfänger\w*|livraison|destinataire|entrega|envío|destinatario)\b|收件|收货|目的|派送/u;

/** Lower-case words separated by spaces: splits `buyerName`, `Bill-to Name` and `First Name (Billing)` alike. */
const words = (title: string): string =>
  title
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Whose address a heading names: the payer's or the recipient's; null if neither. With words for both, the recipient's.
 */
export function partyOf(title: string): 'payer' | 'recipient' | null {
  const text = words(title);
  if (recipient.test(text)) return 'recipient';
  return payer.test(text) ? 'payer' : null;
}
