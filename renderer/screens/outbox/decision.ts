/** A confirmation before an action that cannot be undone. */
export interface Confirmation {
  title: string;
  explanation: string;
  confirm: string;
  danger: boolean;
  /** whether a reason is required */
  why: 'needed' | 'offered' | 'none';
  decide: (why: string) => unknown;
}
