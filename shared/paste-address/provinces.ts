import { foldName } from '../countries/fold-name.ts';

// Province names and short forms of countries whose addresses have the province in the city's line, to tell it from the
// city.
const lists: Readonly<Record<string, string>> = {
  US:
    'Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,District of Columbia DC,Florida FL,Georgia GA,' +
    'Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,Kentucky KY,Louisiana LA,Maine ME,Maryland MD,Massachusetts MA,Michigan MI,' +
    'Minnesota MN,Mississippi MS,Missouri MO,Montana MT,Nebraska NE,Nevada NV,New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,' +
    'North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,Pennsylvania PA,Rhode Island RI,South Carolina SC,South Dakota SD,Tennessee TN,' +
    'Texas TX,Utah UT,Vermont VT,Virginia VA,Washington WA,West Virginia WV,Wisconsin WI,Wyoming WY,Puerto Rico PR,Guam GU',
  CA:
    'Alberta AB,British Columbia BC,Manitoba MB,New Brunswick NB,Newfoundland and Labrador NL,Nova Scotia NS,Ontario ON,Prince Edward Island PE,' +
    'Quebec QC,Saskatchewan SK,Northwest Territories NT,Nunavut NU,Yukon YT',
  AU:
    'New South Wales NSW,Victoria VIC,Queensland QLD,Western Australia WA,South Australia SA,Tasmania TAS,Australian Capital Territory ACT,' +
    'Northern Territory NT',
  BR:
    'Acre AC,Alagoas AL,Amapá AP,Amazonas AM,Bahia BA,Ceará CE,Distrito Federal DF,Espírito Santo ES,Goiás GO,Maranhão MA,Mato Grosso MT,' +
    'Mato Grosso do Sul MS,Minas Gerais MG,Pará PA,Paraíba PB,Paraná PR,Pernambuco PE,Piauí PI,Rio de Janeiro RJ,Rio Grande do Norte RN,' +
    'Rio Grande do Sul RS,Rondônia RO,Roraima RR,Santa Catarina SC,São Paulo SP,Sergipe SE,Tocantins TO',
  IN:
    'Andhra Pradesh AP,Arunachal Pradesh,Assam,Bihar,Chhattisgarh,Goa,Gujarat GJ,Haryana HR,Himachal Pradesh,Jharkhand,Karnataka KA,Kerala KL,' +
    'Madhya Pradesh MP,Maharashtra MH,Manipur,Meghalaya,Mizoram,Nagaland,Odisha,Punjab PB,Rajasthan RJ,Sikkim,Tamil Nadu TN,Telangana TS,Tripura,' +
    'Uttar Pradesh UP,Uttarakhand,West Bengal WB,Delhi DL,Jammu and Kashmir JK,दिल्ली,தமிழ்நாடு',
  MX:
    'Aguascalientes,Baja California,Baja California Sur,Campeche,Chiapas,Chihuahua,Coahuila,Colima,Durango,Guanajuato,Guerrero,Hidalgo,Jalisco,' +
    'Michoacán,Morelos,Nayarit,Nuevo León,Oaxaca,Puebla,Querétaro,Quintana Roo,San Luis Potosí,Sinaloa,Sonora,Tabasco,Tamaulipas,Tlaxcala,' +
    'Veracruz,Yucatán,Zacatecas,Ciudad de México CDMX,Estado de México,Federal District,Distrito Federal',
  DE:
    'Baden-Württemberg,Bayern,Bavaria,Berlin,Brandenburg,Bremen,Hamburg,Hessen,Hesse,Mecklenburg-Vorpommern,Niedersachsen,Lower Saxony,' +
    'Nordrhein-Westfalen NRW,North Rhine-Westphalia,Rheinland-Pfalz,Rhineland-Palatinate,Saarland,Sachsen,Saxony,Sachsen-Anhalt,Saxony-Anhalt,' +
    'Schleswig-Holstein,Thüringen,Thuringia',
  GB: 'England,Scotland,Wales,Northern Ireland',
  IT:
    'Abruzzo,Basilicata,Calabria,Campania,Emilia-Romagna,Friuli-Venezia Giulia,Lazio,Liguria,Lombardia,Lombardy,Marche,Molise,Piemonte,Piedmont,' +
    'Puglia,Apulia,Sardegna,Sardinia,Sicilia,Sicily,Toscana,Tuscany,Trentino-Alto Adige,Umbria,Valle d’Aosta,Veneto',
  ES:
    'Andalucía,Andalusia,Aragón,Asturias,Cantabria,Castilla-La Mancha,Castilla y León,Cataluña,Catalunya,Catalonia,Comunidad de Madrid,' +
    'Comunidad Valenciana,Extremadura,Galicia,Islas Baleares,Canarias,La Rioja,Navarra,País Vasco,Región de Murcia',
  IE: 'Munster,Leinster,Connacht,Ulster',
  NL: 'Noord-Holland,North Holland,Zuid-Holland,South Holland,Utrecht,Gelderland,Noord-Brabant,North Brabant,Limburg,Overijssel,Flevoland,Drenthe,Friesland,Groningen,Zeeland',
};

const provinces = new Map(
  Object.entries(lists).map(([country, list]) => {
    const rows = list.split(',').map((row) => /^(.*?)(?: ([A-Z]{2,4}))?$/u.exec(row));
    return [
      country,
      {
        names: new Set(rows.map((row) => foldName(row?.[1] ?? ''))),
        short: new Set(rows.map((row) => row?.[2] ?? '').filter(Boolean)),
      },
    ] as const;
  }),
);

// Words that mark a name as that of a province.
const word =
  /(?:^|[\s\p{P}])(province|provincia|provincie|state|region|région|regione|región|governorate|division|voivodeship|prefecture|oblast|county|parish|republic|territory|federation|subordination|område|län|departamento|department of|estado|distrito capital|federal district|emirate|canton|county council|capital district|kreis)(?:$|[\s\p{P}])|область|край$|республика|محافظة|استان|(?:省|自治区|都|府|県|縣|도|특별시|광역시)$/iu;

const anyCountry = new Set([...provinces.values()].flatMap(({ names }) => [...names]));

/**
 * Whether a text is a known province of the country, by name or by its short form in capitals; without a country, by
 * name in any country.
 */
export function isProvince(text: string, country: string | undefined): boolean {
  if (country === undefined) return anyCountry.has(foldName(text));
  const known = provinces.get(country);
  return known !== undefined && (known.names.has(foldName(text)) || known.short.has(text.trim()));
}

/** Whether a name is, or calls itself, a province, by words such as Province or Governorate; not a proof. */
export const looksLikeProvince = (text: string, country: string | undefined): boolean =>
  isProvince(text, country) || word.test(text);

/** Splits a text that ends in a known province ("Palo Alto, California", "Oderzo TV"); undefined if it does not. */
export function splitProvince(
  text: string,
  country: string | undefined,
): { city: string; province: string } | undefined {
  const words = text.trim().split(/\s+/);
  for (let from = Math.max(1, words.length - 4); from < words.length; from++) {
    const province = words
      .slice(from)
      .join(' ')
      .replace(/^[-–(]\s*|\)$/g, '');
    if (!isProvince(province, country) && !(country === 'IT' && /^\(?[A-Z]{2}\)?$/.test(province))) continue;
    const city = words
      .slice(0, from)
      .join(' ')
      .replace(/[,\s–-]+$/, '');
    // "New Delhi", "East California": part of one name.
    if (city !== '' && !/^(?:new|nova|nueva|north|south|east|west|upper|lower|port|fort|san|नई)$/i.test(city))
      return { city, province };
  }
  return undefined;
}
