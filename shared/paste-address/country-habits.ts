/** Address conventions of a country: its postcodes, and the position of the house number. */
export interface AddressConventions {
  /** Pattern of a whole postcode, as people type it; null if the country has none. */
  postcode: RegExp | null;
  /** Position of the house number relative to the street name; null if both or neither are usual. */
  house: 'before' | 'behind' | null;
  /** The province is in the same line as city and postcode. */
  provinceInLine: boolean;
}

// Country, house number (b before, a behind, . not known), then patterns of postcodes: 0 a digit, A a letter, _ a space
// or nothing, - a hyphen or nothing; other characters stand for themselves. A + after the country: the province is in
// the city's line.
const rows = `
AD a AD000|AF a 0000|AI b AI-2640|AL a 0000|AM . 0000|AR+ a 0000 A0000AAA|AS b 00000 00000-0000|AT a 0000|AU+ b 0000|AX a 00000
AZ . 0000 AZ_0000|BA a 00000|BB b BB00000|BD b 0000|BE a 0000|BG a 0000|BH . 000 0000|BL b 00000|BM b AA_00 AA_AA|BN b AA_0000
BR+ a 00000-000|BT . 00000|BY . 000000|CA+ b A0A_0A0|CH a 0000|CL a 000-0000|CN+ a 000000|CO . 000000|CR . 00000|CU . 00000|CV . 0000
CX b 0000|CY . 0000|CZ a 000_00|DE a 00000|DK a 0000|DO . 00000|DZ b 00000|EC . 000000|EE a 00000|EG b 00000 0000000|ES a 00000|ET . 0000
FI a 00000|FK b AAAA_0AA|FM . 00000 00000-0000|FO a 000|FR b 00000|GB b A0_0AA A00_0AA AA0_0AA AA00_0AA A0A_0AA AA0A_0AA|GE a 0000
GF b 00000|GG b GY0_0AA GY00_0AA|GI b GX11_1AA|GL a 0000|GN . 000|GP b 00000|GR a 000_00|GT . 00000|GU+ b 00000 00000-0000|GW . 0000
HN . 00000|HR a 00000|HT . 0000 HT0000|HU a 0000|ID+ a 00000|IE b A00_AAAA D6W_AAAA|IL . 00000 0000000|IM b IM0_0AA IM00_0AA|IN+ b 000000
IO b BBND_1ZZ|IQ . 00000|IR . 0000000000 00000-00000|IS a 000|IT+ a 00000|JE b JE0_0AA JE00_0AA|JO . 00000|JP+ . 000-0000|KE . 00000
KG . 000000|KH . 00000 000000|KR+ . 00000 000-000|KW . 00000|KY b KY0-0000|KZ . 000000|LA . 00000|LB . 0000_0000 0000|LI a 0000|LK b 00000
LR . 0000|LS . 000|LT a 00000 LT-00000|LU b 0000 L-0000|LV a 0000 LV-0000|LY . 00000|MA b 00000|MC b 98000|MD a 0000 MD-0000|ME a 00000
MF b 00000|MG . 000|MH . 00000 00000-0000|MK a 0000|MM . 00000|MN . 00000 000000|MP . 00000 00000-0000|MQ b 00000|MT b AAA_0000|MU . 00000
MV . 00000|MX+ a 00000|MY+ b 00000|MZ . 0000|NC b 00000|NE . 0000|NF b 0000|NG . 000000|NI . 00000|NL a 0000_AA|NO a 0000|NP . 00000
NZ b 0000|OM . 000|PE . 00000|PF b 00000|PG . 000|PH+ b 0000|PK . 00000|PL a 00-000|PM b 00000|PN b PCRN_1ZZ|PR+ b 00000 00000-0000
PS . 000|PT a 0000-000|PW . 00000|PY . 0000 000000|RE b 00000|RO a 000000|RS a 00000 000000|RU . 000000|SA . 00000 00000-0000|SD . 00000
SE a 000_00|SG b 000000|SI a 0000|SJ a 0000|SK a 000_00|SM a 00000|SN b 00000|SV . 0000|SZ . A000|TH b 00000|TJ . 734000 000000|TM . 000000
TN b 0000|TR a 00000|TT b 000000|TW+ a 000 00000 000000|TZ . 00000|UA . 00000|US+ b 00000 00000-0000|UY a 00000|UZ . 000000|VA . 00120
VC b AA0000|VE . 0000 0000-A|VG b AA0000|VI+ b 00000 00000-0000|VN+ b 000000 00000|WF b 00000|XK a 00000|YT b 00000|ZA b 0000|ZM . 00000
AE . |AG b |AO . |BO a |BS b |BW b |BZ b |CD . |CG . |CI . |CM . |DM b |FJ b |GA . |GD b |GH b |GM b |GQ . |GY b |HK . |JM b |KI . |KM . |KN b
KP . |LC b 00__000|MO . |MR . |MS b |MW . |NA b |NR . |NU . |PA . |QA . |RW . |SB . |SC . |SL b |SR a |SS . |ST . |SX a |SY . |TC b |TD . |TG .
TL . |TO . |TV . |UG b |VU . |WS . |YE . |ZW b `;

const shapes: Readonly<Record<string, string>> = { 0: '\\d', A: '[A-Za-z]', _: ' ?', '-': '-?' };
const habits = new Map(
  rows
    .trim()
    .split(/[|\n]/)
    .map((row) => {
      const [country = '', house, ...masks] = row.trim().split(' ');
      const patterns = masks.filter(Boolean).map((mask) => mask.replace(/./g, (one) => shapes[one] ?? one));
      const found: AddressConventions = {
        postcode: patterns.length > 0 ? new RegExp(`^(?:${patterns.join('|')})$`, 'i') : null,
        house: house === 'b' ? 'before' : house === 'a' ? 'behind' : null,
        provinceInLine: country.endsWith('+'),
      };
      return [country.slice(0, 2), found] as const;
    }),
);

/** Conventions of a country's addresses; undefined if none are known. */
export const conventionsOf = (country: string | undefined): AddressConventions | undefined =>
  country === undefined ? undefined : habits.get(country);
