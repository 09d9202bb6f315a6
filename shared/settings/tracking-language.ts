/** In which of its two languages the service is asked about parcels, for screens in this language; the documented default where none is known. */
export const trackingLanguage = (ofScreens: unknown): 'en' | 'zh' => (ofScreens === 'en' ? 'en' : 'zh');
