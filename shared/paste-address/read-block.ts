import { foldName } from '../countries/country-names.ts';
import { invisibleControls, hasInvisible, invisibleMarks } from '../text/invisible-text.ts';

/** Address fields that a pasted block can fill, by the names of ShipToAddress in the interface document. */
export const addressFields = [
  'Contact',
  'Phone',
  'Email',
  'Country',
  'Province',
  'City',
  'District',
  'Street1',
  'Street2',
  'HouseNumber',
  'Postcode',
  'TaxId',
] as const;
export type AddressField = (typeof addressFields)[number];

/** A value parsed from a block; the user reviews uncertain ones. */
export interface FoundValue {
  value: string;
  sure: boolean;
}
export type FoundFields = Partial<Record<AddressField, FoundValue>>;

/** The field named by a label in the block; `Address`: a text that still has to be split. */
export type Labelled = AddressField | 'Address';

const labelWords: Readonly<Record<Labelled, string>> = {
  Contact:
    'name|full name|contact|contact name|contact person|recipient|recipient name|receiver|consignee|ship to|deliver to|attn|attention|to|' +
    'empfänger|ansprechpartner|nom|nom complet|destinataire|nombre|nombre completo|destinatario|nome|nome completo|destinatário|naam|ontvanger|' +
    'imię i nazwisko|odbiorca|имя|фио|получатель|отримувач|alıcı|ad soyad|isim|người nhận|họ tên|penerima|nama|ชื่อ|ผู้รับ|الاسم|المستلم|نام|گیرنده|שם|' +
    '收件人|收货人|姓名|联系人|收件人姓名|收貨人|聯絡人|氏名|お名前|名前|宛名|受取人|이름|받는 사람|받는분|수령인|성명|नाम|όνομα|παραλήπτης',
  Phone:
    'phone|phone number|phone no|tel|tel no|telephone|telephone number|mobile|mobile phone|mobile number|cell|cell phone|contact number|ph|' +
    'telefon|telefonnummer|handy|téléphone|tél|teléfono|móvil|celular|telefone|telemóvel|telefono|cellulare|telefoon|komórka|телефон|тел|моб|' +
    'điện thoại|sđt|telepon|hp|โทร|โทรศัพท์|เบอร์โทร|هاتف|الهاتف|جوال|تلفن|موبایل|טלפון|נייד|' +
    '电话|手机|手机号|手机号码|联系电话|電話|手機|電話番号|携帯|전화|전화번호|연락처|휴대폰|फ़ोन|मोबाइल|τηλέφωνο|τηλ|telefonszám',
  Email:
    'email|e mail|mail|email address|e mail address|correo|correo electrónico|courriel|adresse mail|posta|e posta|электронная почта|почта|эл почта|' +
    '邮箱|电子邮箱|电子邮件|邮件|電郵|電子郵件|メール|メールアドレス|이메일|البريد الإلكتروني|ایمیل|דואל',
  Country:
    'country|country region|country code|destination country|land|pays|país|paese|kraj|страна|країна|ülke|quốc gia|negara|ประเทศ|الدولة|البلد|کشور|ארץ|מדינה|' +
    '国家|国家地区|國家|国|국가|나라|देश|χώρα|ország',
  Province:
    'province|state|state province|province state|state region|region|county|prefecture|bundesland|région|provincia|estado|comunidad autónoma|' +
    'regione|provincie|województwo|область|регион|край|il|tỉnh|provinsi|จังหวัด|المحافظة|المنطقة|استان|' +
    '省|省份|州|省州|州省|省市|都道府県|시도|도|राज्य|megye|νομός',
  City:
    'city|town|city town|town city|suburb|locality|stadt|ort|wohnort|ville|ciudad|localidad|población|cidade|città|comune|plaats|woonplaats|stad|miasto|' +
    'город|місто|населенный пункт|şehir|thành phố|kota|เมือง|المدينة|شهر|עיר|城市|市|市区町村|도시|शहर|város|település|πόλη|ort stadt',
  District:
    'district|area|neighbourhood|neighborhood|bezirk|stadtteil|quartier|arrondissement|distrito|barrio|bairro|colonia|distretto|quartiere|wijk|dzielnica|' +
    'район|ilçe|quận|huyện|kecamatan|เขต|อำเภอ|الحي|منطقه|区|区县|區|군구|구|जिला',
  Street1:
    'street|street 1|street1|street address|street name|address line 1|address 1|address1|line 1|road|straße|strasse|rue|adresse 1|calle|dirección 1|rua|logradouro|via|' +
    'straat|ulica|улица|вулиця|sokak|cadde|đường|jalan|ถนน|الشارع|خیابان|רחוב|街道|街|路|지번|도로명|सड़क|utca|οδός',
  Street2:
    'street 2|street2|address line 2|address 2|address2|line 2|apartment|apt suite|apt|suite|unit|adresszusatz|zusatz|complément|complément dadresse|dirección 2|' +
    'complemento|piso|interno|дополнительно|квартира|地址2|详细地址2|門牌2|建物名|상세주소',
  HouseNumber:
    'house number|house no|house|number|no|building number|building no|hausnummer|nr|numéro|número|numero|huisnummer|numer|numer domu|дом|будинок|kapı no|số nhà|' +
    'nomor|บ้านเลขที่|رقم المبنى|رقم المنزل|پلاک|מספר בית|门牌号|门牌|門牌|番地|번지|házszám|αριθμός',
  Postcode:
    'postcode|post code|postal code|zip|zip code|zipcode|zip postcode|zip postal code|pin|pincode|pin code|plz|postleitzahl|code postal|cp|código postal|cep|' +
    'codice postale|cap|kod pocztowy|индекс|почтовый индекс|поштовий індекс|posta kodu|mã bưu chính|mã bưu điện|kode pos|รหัสไปรษณีย์|الرمز البريدي|کد پستی|מיקוד|' +
    '邮编|邮政编码|郵遞區號|郵編|郵便番号|우편번호|पिन कोड|τκ|τ κ|irányítószám|postnummer|psč',
  TaxId: 'tax id|taxid|tax number|vat|vat number|vat no|cpf|cnpj|nif|rut|rfc|dni|税号|инн|pccc',
  Address:
    'address|shipping address|delivery address|full address|detailed address|anschrift|adresse|lieferadresse|dirección|endereço|indirizzo|adres|адрес|адреса|địa chỉ|' +
    'alamat|ที่อยู่|العنوان|نشانی|آدرس|כתובת|地址|收货地址|收件地址|详细地址|住所|ご住所|주소|पता|διεύθυνση|cím',
};

const fieldOf = new Map(
  Object.entries(labelWords).flatMap(([field, joinedWords]) =>
    joinedWords.split('|').map((word) => [foldName(word), field as Labelled] as const),
  ),
);

/** Parses a line that starts with a label ("Phone: …", 电话：…) into field and value; undefined for any other line. */
export function readLabel(line: string): { field: Labelled; value: string } | undefined {
  const parts = /^([^:：=\d]{1,30}\d?)\s*(?:[:：=]|\t)\s*(.*)$/u.exec(line);
  const field = fieldOf.get(foldName(parts?.[1] ?? ''));
  return field && { field, value: (parts?.[2] ?? '').trim() };
}

/** Parses a piece with a label without a colon ("Tel. +49…", 电话 138…) into field and value. */
export function readLooseLabel(piece: string): { field: Labelled; value: string } | undefined {
  const parts =
    /^(tel|tél|phone|mobile|mob|ph|cell|电话|手机|電話|тел|тлф|tlf|телефон|โทร|전화)[.:：\s]+(?=[+\d(])(.+)$/iu.exec(
      piece,
    );
  const email = /^(?:e-?mail|mail|邮箱)[.:：\s]+(\S+@\S+)$/iu.exec(piece);
  if (email?.[1]) return { field: 'Email', value: email[1] };
  return parts?.[2] === undefined ? undefined : { field: 'Phone', value: parts[2] };
}

/** A part of a block between line ends and commas. */
export interface Piece {
  text: string;
  /** Line index in the block, from 0. */
  line: number;
}

export interface Block {
  /** Values after a label. */
  labelled: { field: AddressField; value: string }[];
  /** The remaining pieces, in order. */
  pieces: Piece[];
  /** Its pieces are separated only by dashes. Names contain dashes too, so everything is uncertain. */
  isSeparatedByDashes: boolean;
}

/** Maximum length parsed; anything longer is not an address. */
export const maxBlockLength = 4000;
export const maxPieces = 40;

const otherBreaks = /\r\n?|[\u2028\u2029\v\f\u0085]/g;
export const separators = /[,،、，;；|\t]+/u;

/** Whether parsing drops invisible characters of a text. Line breaks of any kind are not dropped. */
export const dropsInvisible = (text: string): boolean => hasInvisible(text.replace(otherBreaks, '\n'));

/** Parses a pasted block into labels with values, and pieces between line ends and commas. */
export function readBlock(text: string): Block {
  const lines = text
    .slice(0, maxBlockLength)
    .toWellFormed()
    .normalize('NFC')
    .replace(otherBreaks, '\n')
    .replace(invisibleMarks, '')
    .replace(invisibleControls, ' ')
    .split('\n')
    .map(tidy);
  const dashed = lines.filter(Boolean).length === 1 && lines.some(isDashed);
  const block: Block = { labelled: [], pieces: [], isSeparatedByDashes: dashed };
  const add = (line: string, number: number): void => {
    for (const piece of line.split(dashed ? dash : separators).map(tidy)) {
      if (piece === '') continue;
      const looseLabel = readLooseLabel(piece) ?? readLabel(piece);
      if (looseLabel && looseLabel.field !== 'Address' && looseLabel.value !== '')
        block.labelled.push({ field: looseLabel.field, value: looseLabel.value });
      else block.pieces.push({ text: piece, line: number });
    }
  };
  for (const [number, line] of lines.entries()) {
    const label = readLabel(line);
    // "Name: A, Phone: B": each piece has its own label.
    if (!label || line.split(separators).filter((piece) => readLabel(tidy(piece))).length > 1) add(line, number);
    else if (label.field === 'Address') add(label.value, number);
    else if (label.value !== '') block.labelled.push({ field: label.field, value: label.value });
  }
  block.pieces.splice(maxPieces);
  return block;
}

const dash = /\s[-–—]\s/;
const isDashed = (line: string): boolean => line.split(dash).length > 3 && !separators.test(line);

const tidy = (text: string): string =>
  text
    .replace(/[\s\u3000]+/gu, ' ')
    .replace(/^[\s•·*>"“”«»-]+|[\s"“”«»]+$/gu, '')
    .trim();
