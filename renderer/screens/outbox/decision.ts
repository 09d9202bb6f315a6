/** A question before an act that cannot be undone. */
export interface Decision {
  title: string;
  means: string;
  confirm: string;
  danger: boolean;
  /** whether who decides must say why */
  why: 'needed' | 'offered' | 'none';
  decide: (why: string) => unknown;
}
