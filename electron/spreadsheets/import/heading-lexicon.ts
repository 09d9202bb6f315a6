/**
 * Phrases in headings, by their meaning. `ship` to `other` name whose address it is; `order`, `item` and `parcel` what
 * a value belongs to; the others what the column holds. Phrases are compared in small letters without accents. A
 * heading with a word that is missing here is not understood, so a phrase is listed only if it has one meaning in
 * headings of orders. Sources: headings of public order exports, and the field labels of the countries' postal forms.
 */
const wordPhrases = {
  // ---- whose address it is ----
  ship:
    'ship to|shipto|ship|shipping|shipped to|deliver to|delivery|deliver|delivered to|destination|dest|to|send to|post to|mail to|drop ship to|' +
    'liefer|lieferung|versand|zustell|livraison|expedition|envio|entrega|spedizione|consegna|' +
    'bezorg|bezorging|verzend|verzending|aflever|lever|levering|levering|dostawa|dostawy|wysylka|wysylki|leverans|leverings|toimitus|teslimat|doruceni|' +
    '收件|收货|收貨|送货|派送|配送|目的|寄送|邮寄|配送先|お届け先|届け先|送り先|送付先|配達先|배송|배송지|доставка|доставки',
  recipient:
    'recipient|recipients|receiver|receivers|consignee|consignees|addressee|deliver to person|ship to person|' +
    'empfanger|empfaenger|destinataire|destinatario|ontvanger|geadresseerde|odbiorca|odbiorcy|mottagare|modtager|mottaker|alici|prijemce|' +
    '收件人|收货人|收貨人|收件方|收货方|受取人|宛名|宛先|수령인|수취인|받는분|받는사람|받는 사람|получатель|получателя',
  bill:
    'bill to|billto|bill|billing|billed to|invoice|invoice to|invoicing|sold to|soldto|payer|cardholder|' +
    'rechnung|rechnungs|facturation|facture|facturacion|factura|fatturazione|fattura|factuur|facturatie|faktura|faktury|fakturace|faturacao|cobranca|cobro|laskutus|' +
    '付款人|账单|帳單|发票|發票|請求|請求先|청구|청구지|плательщик|счет',
  buyer:
    'buyer|buyers|purchaser|purchasers|purchased by|customer|customers|client|clients|orderer|ordered by|guest|member|' +
    'kaufer|kaeufer|kunde|kunden|besteller|auftraggeber|acheteur|client|comprador|cliente|acquirente|koper|klant|besteller|kupujacy|kupujacego|klient|klienta|nabywca|nabywcy|platnik|kopare|kund|kobare|kober|kunde|kjoper|zakaznik|asiakas|' +
    '买家|买方|买主|买手|購買者|购买人|客户|客戶|顾客|会员|下单人|订购人|注文者|購入者|お客様|ご注文者|주문자|구매자|покупатель|покупателя|заказчик|клиент',
  send:
    'sender|senders|from|ship from|shipped from|sent from|shipper|return|return to|returns|returned|origin|consignor|dispatch from|' +
    'absender|absenders|retour|retoure|rucksende|rucksendung|versender|expediteur|remitente|mittente|afzender|nadawca|nadawcy|zwrot|avsandare|afsender|avsender|gonderici|odesilatel|' +
    '发件|发件人|寄件|寄件人|发货|发货人|退货|退件|ご依頼主|依頼主|発送元|送り主|差出人|보내는|보내는 사람|발송인|송하인|отправитель|отправителя',
  other:
    'store|shop|seller|vendor|supplier|merchant|warehouse|location|tax|pickup|pick up|collection|manufacturer|employee|agent|broker|importer|exporter|owner|sales rep|' +
    'laden|filiale|lager|verkaufer|lieferant|hersteller|magasin|vendeur|fournisseur|tienda|vendedor|negozio|venditore|winkel|verkoper|leverancier|sklep|sprzedawca|' +
    '店铺|店舖|仓库|卖家|商家|供应商|店舗|倉庫|出品者|판매자|매장|창고|магазин|склад|продавец',
  // ---- what it belongs to ----
  order:
    'order|orders|sales order|sale order|so|web order|customer order|purchase order|po|ord|bestellung|bestell|auftrag|auftrags|commande|pedido|ordine|encomenda|order|bestelling|zamowienie|zamowienia|bestallning|ordre|tilaus|siparis|objednavka|objednavky|' +
    '订单|訂單|单据|单|系统单|平台单|ご注文|注文|受注|주문|заказ|заказа',
  item:
    'item|items|line item|lineitem|line items|lineitems|order line|order lines|order item|order items|product|products|article|articles|listing|goods|' +
    'artikel|position|positions|positionen|produkt|produkte|produit|produits|producto|productos|articulo|articulos|prodotto|prodotti|articolo|articoli|produto|produtos|artigo|produkty|produktu|towar|towaru|vara|vare|tuote|urun|polozka|' +
    '商品|产品|產品|货品|物品|单品|宝贝|상품|товар|товара',
  parcel:
    'parcel|parcels|package|packages|shipment|shipments|consignment|box|carton|pkg|paket|pakets|sendung|sendungs|packstuck|colis|paquete|bulto|pacco|collo|pakket|zending|paczka|paczki|przesylka|przesylki|paket|pakke|' +
    '包裹|箱|箱子|荷物|소포|посылка|посылки|total|gross|' +
    '预估|实际|毛',
  // ---- parts of a name and an address ----
  name:
    'name|names|full name|fullname|complete name|contact|contact name|contact person|attention|attn|attention to|' +
    'nom complet|nombre completo|nome completo|nombre y apellidos|name vorname|vor und nachname|vorname nachname|vollstandiger name|ansprechpartner|kontakt|kontaktperson|imie i nazwisko|naam|volledige naam|navn|namn|nimi|isim|ad soyad|jmeno a prijmeni|nome e cognome|nome|nombre|nom|' +
    '姓名|名称|名字|联系人|聯絡人|全名|氏名|お名前|名前|名|이름|성명|имя|фио|имя получателя',
  first:
    'first name|firstname|given name|given names|forename|fname|first|vorname|vornamen|prenom|prenoms|nombre de pila|nome proprio|voornaam|imie|fornamn|fornavn|etunimi|jmeno|' +
    'prenome',
  last: 'last name|lastname|surname|family name|lname|last|nachname|nachnamen|familienname|zuname|nom de famille|apellido|apellidos|cognome|sobrenome|apelido|achternaam|nazwisko|efternamn|etternavn|efternavn|sukunimi|soyad|prijmeni|姓|姓氏|성',
  middle: 'middle name|middlename|middle|middle initial|infix|tussenvoegsel|zweiter vorname',
  company:
    'company|company name|companyname|business|business name|organization|organisation|organization name|organisation name|firm|firma|firmenname|unternehmen|societe|entreprise|raison sociale|empresa|razon social|azienda|societa|ragione sociale|bedrijf|bedrijfsnaam|nazwa firmy|foretag|firmanavn|yritys|sirket|' +
    '公司|公司名|公司名称|会社|会社名|法人名|회사|회사명|компания|организация',
  address:
    'address|addresses|addr|full address|complete address|whole address|detailed address|postal address|mailing address|address lines|street address|streetaddress|' +
    'adresse|anschrift|direccion|domicilio|indirizzo|endereco|morada|adres|adress|osoite|adresa|adrese|' +
    '地址|详细地址|詳細地址|住址|住所|ご住所|주소|адрес',
  street:
    'street|street name|streetname|road|strasse|straße|str|rue|voie|calle|via|rua|straat|straatnaam|ulica|ulice|gata|gatuadress|gade|gate|vej|katu|katuosoite|sokak|cadde|' +
    '街道|街|路|丁目番地|番地|도로명|улица',
  line: 'line|lines|zeile|ligne|linea|linha|regel|linia|rad|行',
  more:
    'address extra|additional address|address additional|address addition|extra address|address supplement|additional info address|address additional info|adresszusatz|zusatz|adress zusatz|complement|complement adresse|complement d adresse|complement adresse|complemento|complemento direccion|presso|toevoeging|adres toevoeging|dodatkowe informacje adresowe|c o|co|care of|' +
    'apartment|apt|apt suite|apt unit|apartment suite|suite|unit|unit number|flat|floor|building|building name|wohnung|stockwerk|etage|appartement|piso|interno|lokal|numer lokalu|nr lokalu|' +
    '楼层|单元|房号|建物名|建物|マンション名|ビル名|상세주소|상세 주소|квартира|кв',
  house:
    'house number|housenumber|house no|house nr|house num|street number|streetnumber|street no|street nr|building number|building no|hausnummer|haus nr|hausnr|hnr|numero de rue|numero de calle|numero exterior|numero civico|civico|huisnummer|huisnr|numer domu|nr domu|husnummer|talonumero|kapi no|cislo popisne|' +
    '门牌号|门牌|門牌號|门牌号码|дом|номер дома',
  houseMore:
    'house number addition|house number suffix|house number extension|housenumber addition|huisnummer toevoeging|huisnummertoevoeging|huisnr toevoeging|hausnummerzusatz',
  district:
    'district|suburb|borough|neighbourhood|neighborhood|locality area|barangay|ward|colonia|barrio|bairro|quartiere|frazione|wijk|stadtteil|ortsteil|bezirk|dzielnica|' +
    '区|区县|区域|县区|區|区/县|郡|동|район',
  town: 'town|township|village|municipality',
  city:
    'city|cities|city town|town city|town or city|suburb city|city suburb|locality|stadt|ort|wohnort|ville|commune|ciudad|localidad|poblacion|municipio|citta|comune|cidade|localidade|plaats|woonplaats|stad|plaatsnaam|miasto|miejscowosc|ort stadt|postort|poststed|kaupunki|postitoimipaikka|sehir|mesto|obec|' +
    '城市|市|市区町村|市町村|都市|도시|시|город',
  state:
    'state|states|state province|province state|province|provinces|region|state region|region state|state or province|state name|province name|county|prefecture|territory|bundesland|provincia|estado|departamento|comunidad|regione|provincie|wojewodztwo|lan|maakunta|il|kraj region|' +
    '省|省份|州|州省|省州|州省份|州/省|省/州|省市|都道府県|시도|область|регион',
  zip:
    'zip|zips|zip code|zipcode|postal|postal code|postalcode|postcode|post code|postcodes|zip postal|zip postal code|postal zip|postal zip code|zip postcode|pin code|pincode|eircode|plz|postleitzahl|code postal|cp|codigo postal|cod postal|cap|codice postale|cep|kod pocztowy|postnummer|postnr|postinumero|posta kodu|psc|' +
    '邮编|邮政编码|邮政|郵遞區號|郵編|郵便番号|우편번호|индекс|почтовый индекс',
  cityStateZip:
    'city state zip|city state zipcode|city state zip code|city st zip|city state postal code|city state postcode|city state and zip|city province postal code|plz ort|postleitzahl ort|plz und ort|postcode plaats|postcode city|zip city|code postal ville|cp ville',
  country:
    'country|countries|country name|country region|countryregion|nation|land|lander|pays|pais|paese|nazione|panstwo|maa|ulke|zeme|' +
    '国家|國家|国|国家地区|国别|国名|국가|나라|страна',
  phone:
    'phone|phones|phone number|phone no|phonenumber|telephone|telephone number|tel|tel no|telno|mobile|mobile phone|mobile number|mobile no|cell|cell phone|cellphone|contact number|contact no|contact phone|' +
    'telefon|telefonnummer|telefonnr|handy|handynummer|mobil|mobilnummer|telephone|portable|telefono|telefonos|movil|celular|cellulare|telefone|telemovel|telefoonnummer|telefoon|mobiel|numer telefonu|komorka|puhelin|cep telefonu|' +
    '电话|電話|手机|手機|手机号|手机号码|联系电话|聯絡電話|电话号码|联系方式|電話番号|携帯|携帯電話|전화|전화번호|연락처|휴대폰|휴대전화|телефон',
  email:
    'email|emails|e mail|mail|email address|e mail address|mailadresse|emailadresse|correo|correo electronico|courriel|posta elettronica|adres email|e post|epost|sahkoposti|eposta|' +
    '邮箱|邮件|电子邮箱|电子邮件|電子郵件|メール|メールアドレス|이메일|почта|электронная почта',
  taxId: 'tax id|taxid|tax number|tax identifier|vat number|vat no|vat id|cpf|cnpj|cpf cnpj|ust id|税号|稅號',
  // ---- numbers ----
  number: 'number|numbers|no|nr|num|nbr|id|ids|nummer|numero|num|numer|cislo|番号|번호|编号|號|号|号码|номер',
  ref: 'reference|references|ref|reference number|reference no|ref no|internal reference|referenz|referencia|riferimento|referentie|referencja|参考号|参考|mark',
  code: 'code|codes|iso|iso2|iso code|alpha2|alpha 2|kurzel|kennzeichen|二字码|三字码|二字|代码|代碼|编码|編碼|缩写|简码|コード|코드|код',
  // ---- goods ----
  sku:
    'sku|skus|sku code|sku number|sku no|sku id|item sku|product sku|stock keeping unit|custom label|variant sku|product code|item code|article code|article number|article no|articlenumber|part number|part no|' +
    'artikelnummer|artikel nr|artikelnr|art nr|artnr|reference produit|reference article|codigo de articulo|codice articolo|artikelcode|kod produktu|artikkelnummer|' +
    '商品编码|商品编号|产品编码|产品编号|货号|商家编码|商品コード|品番|商品番号|상품코드|артикул',
  sellerSku: 'seller sku|merchant sku|msku|sellersku|store sku|shop sku|channel sku|平台sku|店铺sku|平台编码',
  parent: 'parent|main|master|父|主',
  quantity:
    'quantity|quantities|qty|qtys|pieces|pcs|units|unit count|number of pieces|amount of pieces|no of pieces|count of pieces|menge|anzahl|stuck|stuckzahl|quantite|qte|cantidad|uds|unidades|quantita|quantidade|qtd|qtde|aantal|ilosc|antal|maara|adet|mnozstvi|' +
    '数量|件数|个数|數量|個数|点数|수량|количество|кол во',
  toShip: 'to ship|to send|unshipped|remaining|outstanding|open|to fulfill|to fulfil|to deliver|待发|未发|待发货',
  sold: 'ordered|purchased|sold|bought',
  count:
    'number of items|no of items|item count|items count|total items|total quantity|total qty|no of product in order|no of products|number of products|product count|order quantity total|总数量|商品总数|商品总数量|产品总数',
  title:
    'title|description|item description|product description|bezeichnung|artikelbezeichnung|beschreibung|titel|intitule|libelle|designation|descripcion|descrizione|descricao|omschrijving|opis|beskrivning|品名|商品名|名目|상품명|наименование',
  goodsName:
    'item name|itemname|product name|productname|productitle|product title|article name|artikelname|produktname|nom du produit|nombre del producto|nome prodotto|nome do produto|productnaam|nazwa produktu|商品名称|产品名称|产品名|货物名称|商品标题|产品标题',
  declare: 'declare|declared|declaration|customs|customs declaration|commercial|申报|報關|报关|通关|신고',
  value: 'value|amount value|wert|valeur|valor|valore|waarde|wartosc|价值|價值|金额|価格金額',
  price:
    'price|unit price|unitprice|item price|cost|sold for|einzelpreis|preis|stuckpreis|prix|prix unitaire|precio|precio unitario|prezzo|prezzo unitario|preco|preco unitario|prijs|stuksprijs|cena|pris|hinta|fiyat|价格|價格|单价|售价|價錢|単価|価格|단가|가격|цена',
  unitOf: 'unit|uom|units of measure|measure|einheit|unite|unidad|unita|eenheid|jednostka|单位|單位|単位|단위',
  currency:
    'currency|currency code|cur|wahrung|waehrung|devise|moneda|valuta|moeda|waluta|币种|货币|币别|币种缩写|通貨|통화|валюта',
  hs: 'hs code|hscode|hs|hts|hts code|tariff|tariff code|tariff number|harmonized code|harmonised code|customs code|customs tariff number|zolltarifnummer|warennummer|code douanier|海关编码|税则号|hs编码',
  en: 'en|english|英文|英|英语|英文名|英文名称',
  cn: 'cn|chinese|中文|中|中文名|中文名称',
  weight:
    'weight|weights|gewicht|poids|peso|waga|vikt|vaegt|vekt|paino|agirlik|hmotnost|重量|重さ|重|무게|중량|вес|称重重量',
  length: 'length|lange|laenge|longueur|largo|longitud|lunghezza|comprimento|lengte|dlugosc|langd|长|长度|長さ|길이',
  width: 'width|breite|largeur|ancho|anchura|larghezza|largura|breedte|szerokosc|bredd|宽|宽度|幅|너비',
  height: 'height|hohe|hoehe|hauteur|alto|altura|altezza|hoogte|wysokosc|hojd|高|高度|高さ|높이',
  service:
    'service|service code|service name|shipping method|shipping service|ship method|shipping option|shipping information|delivery method|delivery service|delivery option|carrier|carrier service|service level|ship service level|ship service|requested service|shipping method title|shipment method title|' +
    'versandart|lieferart|versandmethode|mode de livraison|metodo de envio|metodo di spedizione|verzendmethode|sposob dostawy|服务|服务代码|物流渠道|渠道|物流方式|物流产品|运输方式|配送方式|发货方式|买家选择物流|买家指定物流|客选物流|配送方法|배송방법',
  // ---- no meaning of their own ----
  of: 'of|the|de|du|des|der|die|das|di|del|da|do|d|la|le|l|s|for|und|and|et|y|e|i|van|details|detail|info|information|data|的|の',
} as const;

export type Word = keyof typeof wordPhrases | 'unknown';

const phrasesByWord: Readonly<Record<Exclude<Word, 'unknown'>, string>> = wordPhrases;

export const lexicon: readonly (readonly [phrase: string, word: Word])[] = Object.entries(phrasesByWord).flatMap(
  ([word, phraseList]) => phraseList.split('|').map((phrase) => [phrase, word as Word] as const),
);
