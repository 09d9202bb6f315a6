/** Whether a text of the service means that it accepted an entry, as decided by a person. */
export type TextMeans = 'fine' | 'refusal';
