/** Whether a text of the service says that it took an entry, as a person said. */
export type TextMeans = 'fine' | 'refusal';
