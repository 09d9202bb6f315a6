let names: Intl.DisplayNames | undefined;

/** A country as the posts of the world read it: its English name in capitals; what is no two-letter code stays as given. */
export function countryName(country: string): string {
  if (!/^[A-Za-z]{2}$/.test(country)) return country;
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return (names.of(country.toUpperCase()) ?? country).toUpperCase();
}
