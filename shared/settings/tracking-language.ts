/**
 * The service's language for tracking texts, for screens in this language; the documented default if that is unknown.
 */
export const trackingLanguage = (ofScreens: unknown): 'en' | 'zh' => (ofScreens === 'en' ? 'en' : 'zh');
